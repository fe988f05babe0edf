/** Redirect target of a browser login: a listener on this machine that takes one answer and closes. */
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

export interface OAuthCallbackServer {
  /** The address to send the browser to, with the port that was free. */
  readonly redirectUrl: string;
  /** The address that the browser requested. Rejects when no request came in time. */
  readonly answered: Promise<string>;
  close(): void;
}

export interface CallbackOptions {
  /** On loopback; without a port any free one is taken. */
  readonly redirect: URL;
  /** True for the expected answer; other requests are refused, and the wait continues. */
  readonly isExpected: (url: URL) => boolean;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** @throws Error when the port is taken */
export async function startOAuthCallbackServer({
  redirect,
  isExpected,
  timeoutMs,
}: CallbackOptions): Promise<OAuthCallbackServer> {
  const {promise: came, resolve, reject} = Promise.withResolvers<string>();
  // The caller that closes the listener may have stopped waiting.
  came.catch(() => {});
  const server = createServer((request, response) => {
    const url = URL.canParse(request.url ?? '', callbackUrl.origin)
      ? new URL(request.url ?? '', callbackUrl.origin)
      : undefined;
    if (request.method !== 'GET' || url?.pathname !== callbackUrl.pathname) respond(response, 404, 'Not found.');
    else if (!isExpected(url)) respond(response, 400, 'This response belongs to another login. Start the login again.');
    else {
      const isAllowed = !url.searchParams.has('error');
      respond(
        response,
        200,
        `${isAllowed ? 'You are logged in' : 'Access was denied'}. Return to the terminal. You can close this page.`,
      );
      response.once('close', close);
      resolve(url.href);
    }
  });
  const callbackUrl = new URL(redirect);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    // Never on another interface: the answer is a secret for a moment.
    server.listen(Number(redirect.port || 0), redirect.hostname.replace(/^\[|\]$/g, ''), listening);
  });
  callbackUrl.port = String((server.address() as AddressInfo).port);
  const timer = setTimeout(() => {
    reject(new Error(`Timed out after ${Math.round(timeoutMs / 60_000)} minutes waiting for the browser`));
    close();
  }, timeoutMs);
  function close(): void {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  }
  return {redirectUrl: callbackUrl.href, answered: came, close};
}

function respond(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'",
    connection: 'close',
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Skydeck</title><p>${message}</p></html>\n`);
}
