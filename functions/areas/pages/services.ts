import type { LinkState } from '../../../domain/links/magic-link.ts';
import type { HttpServices } from '../../http/serve.ts';

/** The scripts and styles of a page. */
export interface PageFiles {
  script: string;
  /** Scripts that it imports, loaded ahead. */
  imports: readonly string[];
  styles: readonly string[];
}

/** The owner that a start on a laptop has made, for trying things out. */
export interface Demo {
  username: string;
  password: string;
  clientId: string;
  svcUserId: string;
  sampleFile: string;
  /** Bodies of app keys by their paths. */
  applications: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface PagesServices extends HttpServices {
  linkState(linkId: string): Promise<LinkState>;
  /** A built file, or undefined where there is none of this name. */
  readFile(name: string): Promise<Uint8Array | undefined>;
  /** The files of a page, by the name of its entry. */
  filesOf(entry: string): Promise<PageFiles>;
  about(): Promise<{ version: string }>;
  /** Origins besides the API that the page may connect to: that of the storage. */
  storageOrigin: string;
  /** Only on a laptop. */
  demo?: { read(): Promise<Demo>; sample(): Promise<Uint8Array> };
}
