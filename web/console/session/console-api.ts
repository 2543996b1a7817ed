/** Calls of the API as the owner who has signed in. Paths begin with `/services`. */
export interface ConsoleApi {
  /** The URL above `/services`, with the stage of access tokens: `https://…/v2`. */
  base: string;
  /** @throws ApiProblem */
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  /** A response, and whether a stand-in made it up because no service outside could be reached. @throws ApiProblem */
  marked<T>(path: string): Promise<{ body: T; isSynthetic: boolean }>;
  /** @throws ApiProblem */
  post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T>;
  /** Any method. A blob as the body keeps its type. In place of a redirect to the storage the result is `{ url }`. @throws ApiProblem */
  send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
  /** The short-lived URL of a download, on the storage's origin. @param path of the download, or its URL (`downloadUrl`). @throws ApiProblem */
  link(path: string, signal?: AbortSignal): Promise<string>;
  /** The bytes of a response. @throws ApiProblem */
  file(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Blob>;
}
