import { render } from 'preact';
import './console.css';
import { request } from '../api/client.ts';
import type { DemoSignIn } from '../landing/demo.ts';
import { Console } from './console-view.tsx';
import { windowNavigation } from './navigation/route.ts';
import { newSession } from './session/session.ts';

const { base = '', home } = document.body.dataset;
const page = document.querySelector('#page') as HTMLElement;
const session = newSession(base, home !== undefined, () => performance.now());

// The demo owner exists only on this machine.
const demo =
  home === undefined
    ? Promise.resolve(undefined)
    : request<DemoSignIn>(`${base}/web/demo.json`, { method: 'GET' }).catch(() => undefined);
void demo.then((credentials) => (credentials ? session.signIn(credentials) : session.signOut()));

page.replaceChildren();
render(<Console session={session} navigation={windowNavigation(base)} />, page);
