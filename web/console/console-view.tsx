import { useEffect } from 'preact/hooks';
import { FieldView } from './navigation/field-view.tsx';
import { Link } from './navigation/link.tsx';
import type { Navigation } from './navigation/route.ts';
import { UserView } from './navigation/user-view.tsx';
import { UsersView } from './navigation/users-view.tsx';
import { Busy, Notice } from './parts/notice.tsx';
import { SeasonPage } from './season/season-page.tsx';
import type { Session } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';

export interface ConsoleProps {
  session: Session;
  navigation: Navigation;
}

/** The console: who is signed in, and the page that the URL names. */
export function Console({ session, navigation }: ConsoleProps) {
  const state = session.state.value;
  return (
    <>
      <header class="console-header">
        <Link class="brand" to={{ page: 'users' }} navigation={navigation}>
          Furrow
        </Link>
        {state.step === 'open' && (
          <p class="account">
            <span>{state.username}</span>
            <button type="button" class="button plain" onClick={() => session.signOut()}>
              Sign out
            </button>
          </p>
        )}
      </header>
      <main class="console-main" id="content">
        {state.step === 'opening' && <Busy text="Signing in …" />}
        {state.step === 'signedOut' && <SignIn session={session} reason={state.reason} />}
        {state.step === 'open' && <Page session={session} navigation={navigation} />}
      </main>
    </>
  );
}

function Page({ session: { api, isHome }, navigation }: ConsoleProps) {
  const route = navigation.route.value;
  useEffect(() => {
    if (route.page !== 'season' && route.page !== 'field') document.title = 'Fields · Furrow';
  }, [route]);
  const shared = { api, navigation };
  const key = JSON.stringify(route);
  if (route.page === 'users') return <UsersView key={key} {...shared} />;
  if (route.page === 'user') return <UserView key={key} {...shared} svcUserId={route.svcUserId} />;
  if (route.page === 'field') return <FieldView key={key} {...shared} {...route} />;
  if (route.page === 'season') return <SeasonPage key={key} {...shared} {...route} isHome={isHome} />;
  return (
    <Notice title="There is no such page">
      <Link to={{ page: 'users' }} navigation={navigation}>
        Show all fields
      </Link>
    </Notice>
  );
}
