/** The requests and the changes of an account, also by a program that is killed in the middle. */
import {createServer} from 'node:http';
import {forward, listenForTest} from './forward.ts';

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
    if (!isSilent) return forward(incoming, outgoing, target);
    forward(incoming, outgoing, target, answer => {
      answer.resume();
      onSilent?.();
    });
  });
  return {reads, changes, url: `${await listenForTest(server)}/v4`};
}
