import { render } from 'preact';
import './playground.css';
import { request } from '../api/client.ts';
import { defineConnect } from '../connect/furrow-connect.tsx';
import { type DemoSignIn, demoOwner } from '../landing/demo.ts';
import { defineUpload } from '../upload/furrow-upload.tsx';
import { Playground } from './playground-view.tsx';

const { base = '' } = document.body.dataset;
const page = document.querySelector('#page') as HTMLElement;

/** A key of the demo user; undefined on installations without one, such as those in AWS. */
async function demoKey(): Promise<{ apiKey: string; svcUser: string } | undefined> {
  try {
    const signIn = await request<DemoSignIn>(`${base}/web/demo.json`, { method: 'GET' });
    return { apiKey: await demoOwner(base, signIn).makeKey(), svcUser: signIn.svcUserId };
  } catch {
    return undefined;
  }
}

defineConnect();
defineUpload();
render(<Playground base={base} demoKey={demoKey} />, page);
