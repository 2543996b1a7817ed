import { h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Texts } from '../text/texts.ts';
import { groundOf } from '../theme/contrast.ts';
import { forgetSession, type LinkSession, renewSession } from './session.ts';

interface LinkPageProps {
  base: string;
  linkId: string;
  first: LinkSession;
  texts: Texts;
}

/** How long before its end a key is renewed while an upload needs it. */
const renewMilliseconds = 300_000;
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** The hosted page: the owner's colours and images around a component. */
export function LinkPage({ base, linkId, first, texts }: LinkPageProps) {
  const [{ apiKey, svcUserId, expiresAt, link }, setSession] = useState(first);
  const [isDark, setDark] = useState(prefersDark.matches);
  const isBusy = useRef(false);
  const { settings, widget, userName } = link;

  useEffect(() => {
    const follow = () => setDark(prefersDark.matches);
    prefersDark.addEventListener('change', follow);
    return () => prefersDark.removeEventListener('change', follow);
  }, []);

  useEffect(() => {
    const { style } = document.documentElement;
    const ground = groundOf(settings.backgroundColor ?? '', isDark);
    style.setProperty('--paper', ground?.ground ?? '');
    style.setProperty('--on-paper', ground?.ink ?? '');
  }, [settings.backgroundColor, isDark]);

  useEffect(() => {
    const renew = () => {
      if (isBusy.current) renewSession(base, linkId).then(setSession, () => {});
    };
    const timer = setTimeout(renew, Math.max(0, Date.parse(expiresAt) - Date.now() - renewMilliseconds));
    return () => clearTimeout(timer);
  }, [base, linkId, expiresAt]);

  const common = {
    apiKey,
    svcUser: svcUserId,
    baseUrl: base,
    companyName: settings.companyName,
    companyLogo: settings.companyLogo,
    isDarkMode: isDark,
    onkeyEnded: () => {
      // A phone that slept may have missed the renewal; running uploads continue with a new key.
      if (isBusy.current) return void renewSession(base, linkId).then(setSession, () => {});
      forgetSession(linkId);
      location.reload();
    },
  };
  const onuploadsBusy = ({ detail }: CustomEvent<boolean>) => {
    isBusy.current = detail;
  };
  const connecting = {
    ...common,
    provider: widget === 'AUTHENTICATION' ? link.provider : undefined,
    disconnectEnabled: settings.disconnectEnabled === true,
  };
  return (
    <>
      {(userName || settings.headerImage) && (
        <header class="top">
          {userName && (
            <p class="user">
              <span aria-hidden="true">{userName.trim().charAt(0).toUpperCase()}</span>
              {userName}
            </p>
          )}
          {settings.headerImage && <img class="header-image" src={settings.headerImage} alt="" />}
        </header>
      )}
      <main class="component">
        {widget === 'FILEUPLOAD' ? h('furrow-upload', { ...common, onuploadsBusy }) : h('furrow-connect', connecting)}
      </main>
      <footer class="foot">{texts.link.closing}</footer>
    </>
  );
}
