/** The requests and the changes of an account, also by a program that is killed in the middle. */
import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

interface RecorderOptions {
  /** The change with this number is passed on and never answered. */
  readonly silent?: number | undefined;
  readonly onSilent?: () => void;
  /** Called with the number of a change before it is passed on. */
  readonly beforeChange?: (number: number) => unknown;
}

/** A proxy before the account that records every request. */
export async function startRecorder(target: string, {silent = 0, onSilent, beforeChange}: RecorderOptions = {}) {
  const [reads, changes]: [string[], string[]] = [[], []];
  const server = createServer(async (incoming, outgoing) => {
    const isChange = incoming.method !== 'GET';
    (isChange ? changes : reads).push(`${incoming.method} ${incoming.url}`);
    const isSilent = isChange && changes.length === silent;
    if (isChange) await beforeChange?.(changes.length);
    const {method, headers, url = ''} = incoming;
    const forwarded = request(new URL(url, target), {method, headers}, answer => {
      if (isSilent) {
        answer.resume();
        onSilent?.();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    // The account can end before the program that sends requests to it, if a test fails.
    forwarded.once('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {reads, changes, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`};
}
