import { render } from 'preact';
import './landing.css';
import { request } from '../api/client.ts';
import type { DemoSignIn } from './demo.ts';
import { DemoSection } from './demo-section.tsx';

const { base = '' } = document.body.dataset;
const element = document.querySelector('#demo');

// The demo owner exists only on this machine; elsewhere the page has no element for it.
if (element) {
  request<DemoSignIn>(`${base}/web/demo.json`, { method: 'GET' }).then(
    (signIn) => render(<DemoSection base={base} signIn={signIn} />, element),
    () => element.remove(),
  );
}
