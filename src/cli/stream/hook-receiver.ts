/** `--hook URL`: posts each change, and retries after a failure. */
import {parseAddress} from '../../client/core/api-address.ts';
import {parseRetryAfter} from '../../client/http/response-headers.ts';
import {createTransport, type Transport} from '../../client/http/transport.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Clock} from '../../store/core/clock.ts';
import {UsageError} from '../io/command-errors.ts';
import type {Receiver} from './change-queue.ts';
import type {ChangeRecord} from './change-record.ts';
import {type HookFormat, hookBody, hookFormats, hookPath} from './hook-formats.ts';

/** The delays before the retries, milliseconds. */
const pausesMs = [1000, 2000, 4000, 8000, 16_000];
/** The maximum delay that a receiver may request. */
const maxPauseMs = 60_000;
const timeouts = {connect: 5000, response: 10_000, idle: 10_000, total: 10_000};
const sizeLimits = {body: 64 * 1024, headers: 16 * 1024};

/** The variable with a secret for the receiver: the command line is visible to other users of the machine. */
export const hookKeyVariable = 'SKYDECK_HOOK_KEY';

export interface HookOptions {
  readonly url: string;
  readonly format: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly err: (text: string) => void;
  /** True if an undelivered change is sent at the next start. */
  readonly isPersistent: boolean;
}

interface Hook {
  readonly url: URL;
  readonly format: HookFormat;
  readonly key: string | undefined;
}

/** @throws UsageError */
export function parseHook({url: text, format: formatText = 'json', env}: HookOptions): Hook {
  const format = hookFormats.find(name => name === formatText);
  if (!format) throw new UsageError(`--hook-format is ${hookFormats.join(', ')}, not "${sanitize(formatText)}"`);
  if (!URL.canParse(text))
    throw new UsageError('--hook is not a valid URL. Example: https://hooks.example.com/skydeck');
  const url = new URL(text);
  if (url.username || url.password)
    throw new UsageError(`--hook holds a user name or password. Use ${hookKeyVariable} instead`);
  if (!['http:', 'https:'].includes(url.protocol) || !parseAddress(url.origin).isPrivate)
    throw new UsageError('--hook needs https. http is possible only for this machine');
  const key = env[hookKeyVariable] || undefined;
  if (format === 'pagerduty' && key === undefined)
    throw new UsageError(`--hook-format pagerduty needs the routing key in ${hookKeyVariable}`);
  return {url, format, key};
}

/** Posts one change at a time, so that the end of a problem arrives after its start. */
export class HookReceiver implements Receiver<ChangeRecord> {
  readonly name = 'hook';
  readonly maxParallel = 1;
  readonly #options: HookOptions;
  readonly #hook: Hook;
  readonly #transport: Transport;
  readonly #stopping = new AbortController();

  /** @throws UsageError */
  constructor(options: HookOptions) {
    const {clock, env} = options;
    this.#options = options;
    this.#hook = parseHook(options);
    const address = parseAddress(this.#hook.url.origin);
    this.#transport = createTransport({address, clock, env, connections: 1, timeouts, bounds: sizeLimits});
    this.stop = this.stop.bind(this);
  }

  async deliver(record: ChangeRecord): Promise<boolean> {
    const body = hookBody(this.#hook.format, record, this.#hook.key);
    if (body === undefined) return true;
    let reason = '';
    for (const pauseMs of [...pausesMs, undefined]) {
      if (this.#stopping.signal.aborted) return false;
      const result = await this.#post(record, body);
      if (result === 'delivered') return true;
      // The program is ending; the receiver hasn't failed.
      if (this.#stopping.signal.aborted) return false;
      ({reason} = result);
      if (!result.isTemporary || pauseMs === undefined) break;
      await this.#pause(Math.max(pauseMs, Math.min(maxPauseMs, result.pauseMs ?? 0)));
    }
    const {err, isPersistent} = this.#options;
    const rest = isPersistent
      ? 'The next start sends it again.'
      : 'It is dropped. With --cursor the next start sends it.';
    err(
      `skydeck: Can’t post the change of ${record.label} (${record.to ?? 'deleted'}) to ${this.#hook.url.host}: ${sanitize(reason)}. ${rest}\n`,
    );
    return false;
  }

  stop(): void {
    this.#stopping.abort();
    void this.#transport.close();
  }

  async #post({id}: ChangeRecord, body: unknown) {
    const {format, key, url} = this.#hook;
    try {
      const {status, headers} = await this.#transport.send({
        method: 'POST',
        path: hookPath(format, url),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'skydeck',
          'idempotency-key': id,
          // PagerDuty expects its key in the body.
          ...(key !== undefined && format !== 'pagerduty' && {authorization: `Bearer ${key}`}),
        },
        body: Buffer.from(JSON.stringify(body)),
        signal: this.#stopping.signal,
      });
      if (status >= 200 && status < 300) return 'delivered' as const;
      const isTemporary = status >= 500 || status === 429 || status === 408;
      return {reason: `HTTP ${status}`, isTemporary, pauseMs: parseRetryAfter(headers, this.#options.clock.now())};
    } catch (error) {
      return {reason: errorMessage(error).replace(/\.$/, ''), isTemporary: true, pauseMs: undefined};
    }
  }

  #pause(milliseconds: number): Promise<void> {
    const {signal} = this.#stopping;
    return new Promise(resolve => {
      const end = (): void => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = this.#options.clock.schedule(milliseconds, end);
      signal.addEventListener('abort', end);
    });
  }
}
