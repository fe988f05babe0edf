/** `skydeck export metrics`: the state of accounts for Prometheus, from a server or printed once. */
import {families} from '../../families/registry.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {type Clock, realClock} from '../../store/core/clock.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';
import {createSession} from '../../store/session/create-session.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import type {CommandContext} from '../io/command-context.ts';
import {exitCodes, failureText} from '../io/exit-codes.ts';
import {ExportedAccount} from './exported-account.ts';
import {parseTargetQuery, targetGroups} from './instance-targets.ts';
import type {ListenAddress} from './listen-address.ts';
import {type Answer, type MetricsServer, type Route, startMetricsServer, textResponse} from './metrics-server.ts';
import {metricsContentType, metricsText} from './metrics-text.ts';

export interface ExportOptions {
  /** Undefined prints the metrics once. */
  readonly listen: ListenAddress | undefined;
  /** Instances with one of these tags have separate series. */
  readonly tags: readonly string[];
}

/** Scrapes within this time share a text. */
const sharedTextMs = 1000;

/**
 * Each account is followed separately, so that a failure of one hides no data of another.
 * @returns 1 if `--once` could not read all data
 */
export async function exportMetrics(
  accounts: readonly OpenedAccount[],
  {listen, tags}: ExportOptions,
  context: CommandContext,
): Promise<number> {
  const {clock = realClock, err} = context;
  const members = accounts.map((account): AccountMember => {
    const connect = connectWithWarnings(account, err);
    const {profile} = account;
    return {
      profile,
      session: createSession({families, connect, clock, random: Math.random, profile, isHeadless: true}),
    };
  });
  const exported = members.map(member => new ExportedAccount(member, clock, tags));
  try {
    return listen ? await serve(exported, listen, context) : await printOnce(exported, context);
  } finally {
    await Promise.all(members.map(({session}) => session.close()));
  }
}

async function printOnce(accounts: readonly ExportedAccount[], {out, err}: CommandContext): Promise<number> {
  const {promise, resolve} = Promise.withResolvers<void>();
  const look = (): void => {
    if (accounts.every(({isSettled}) => isSettled)) resolve();
  };
  const stops = accounts.map(account => account.start(look));
  look();
  try {
    await promise;
    out(await textOf(accounts));
    const unread = accounts.flatMap(account =>
      account.unread().map(({noun, reason}) => `${namePrefix(account, accounts)}Couldn’t read ${noun}: ${reason}`),
    );
    for (const line of unread) err(`skydeck: ${sanitize(line)}\n`);
    return unread.length > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    for (const stop of stops) stop();
  }
}

async function serve(
  accounts: readonly ExportedAccount[],
  listen: ListenAddress,
  {err, clock = realClock, onInterrupt: interrupted}: CommandContext,
): Promise<number> {
  const reportError = (error: unknown): void => err(`skydeck: ${failureText(error)}\n`);
  // The server listens on its port before the first request to the API.
  const server = await openServer(listen, routesFor(accounts, clock), reportError);
  if (typeof server === 'string') {
    err(`skydeck: ${server}\n`);
    return exitCodes.failed;
  }
  const ended = Promise.withResolvers<void>();
  const stopFollowing = interrupted?.(() => ended.resolve());
  const stops = accounts.map(account => {
    const report = outageReporter(account, namePrefix(account, accounts), err);
    const stop = account.start(report);
    report();
    return stop;
  });
  err(`Serving metrics at ${server.url}/metrics, targets at ${server.url}/sd. Press ctrl-c to stop.\n`);
  try {
    await ended.promise;
    return exitCodes.done;
  } finally {
    stopFollowing?.();
    for (const stop of stops) stop();
    await server.close();
  }
}

async function openServer(
  listen: ListenAddress,
  routes: ReadonlyMap<string, Route>,
  onError: (error: unknown) => void,
): Promise<MetricsServer | string> {
  try {
    return await startMetricsServer(listen, routes, onError);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function routesFor(accounts: readonly ExportedAccount[], clock: Clock): ReadonlyMap<string, Route> {
  let shared: {readonly at: number; readonly text: Promise<string>} | undefined;
  /** Fifty simultaneous scrapes need the text only once. */
  const sharedText = (): Promise<string> => {
    const now = clock.monotonic();
    if (!shared || now - shared.at >= sharedTextMs) shared = {at: now, text: textOf(accounts)};
    return shared.text;
  };
  // A text without the lists would end alerts that are still active.
  const areSettled = (): boolean => accounts.every(({isSettled}) => isSettled);
  const loading = textResponse(503, 'Skydeck still reads the lists for the first time.');
  let wasSettled = false;
  return new Map<string, Route>([
    [
      '/metrics',
      async () => {
        wasSettled ||= areSettled();
        if (!wasSettled) return loading;
        return {status: 200, type: metricsContentType, body: await sharedText()};
      },
    ],
    ['/sd', params => targetsResponse(accounts, params)],
    ['/healthz', () => textResponse(200, 'ok')],
  ]);
}

/** Prometheus keeps its targets when the status isn't 200, so an incomplete list is never returned. */
function targetsResponse(accounts: readonly ExportedAccount[], params: URLSearchParams): Answer {
  const query = parseTargetQuery(params);
  if ('mistake' in query) return textResponse(400, query.mistake);
  const groups = accounts.map(account => {
    const rows = account.instances(query.tags);
    return rows && targetGroups(account.name, rows, query);
  });
  const missing = accounts.filter((_, at) => groups[at] === undefined);
  if (missing.length > 0)
    return textResponse(503, `The instances of ${missing.map(({name}) => name).join(', ')} are not known yet.`);
  return {status: 200, type: 'application/json', body: JSON.stringify(groups.flat())};
}

const textOf = (accounts: readonly ExportedAccount[]): Promise<string> =>
  metricsText(
    accounts.map(account => account.facts()),
    process.env.SKYDECK_VERSION ?? 'from source',
  );

const namePrefix = ({name}: ExportedAccount, accounts: readonly ExportedAccount[]): string =>
  accounts.length > 1 ? `${name}: ` : '';

/** Reports an outage once, and its end once. */
function outageReporter(account: ExportedAccount, prefix: string, err: CommandContext['err']): () => void {
  let reported: string | undefined;
  return () => {
    const {failure, liveness} = account.status;
    if (failure && failure.code !== reported) {
      reported = failure.code;
      err(`skydeck: ${sanitize(`${prefix}${failure.message}`)}\n`);
    } else if (!failure && reported !== undefined && (liveness === 'live' || liveness === 'paused')) {
      reported = undefined;
      err(`${sanitize(prefix)}The API answers again.\n`);
    }
  };
}
