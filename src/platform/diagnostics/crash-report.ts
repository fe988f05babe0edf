/**
 * The crash report: one private file with the facts that a fix needs, and no private data. It is written at once and in
 * one go, as the process may not live long.
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import {arch, platform, release} from 'node:os';
import {join} from 'node:path';
import {type Environment, homeFolder, stateFolder} from '../files/xdg-paths.ts';
import {isReplacedOnDisk, replacedText} from '../runtime/stale-build.ts';

/**
 * Last actions, by names alone: a key that ran a command, a view that was opened. Typed text and read data are never in
 * it.
 */
export interface Breadcrumbs {
  add(text: string): void;
  /** Milliseconds since the epoch, with the action at that time; the oldest first. */
  latest(): readonly (readonly [at: number, what: string])[];
}

const maxBreadcrumbs = 60;

export function createBreadcrumbs(now: () => number = Date.now): Breadcrumbs {
  const entries: [number, string][] = [];
  return {
    add(text) {
      entries.push([now(), text]);
      if (entries.length > 2 * maxBreadcrumbs) entries.splice(0, maxBreadcrumbs);
    },
    latest: () => entries.slice(-maxBreadcrumbs),
  };
}

export interface Crash {
  readonly error: unknown;
  readonly breadcrumbs: Breadcrumbs;
  readonly env: Environment;
  readonly at: Date;
}

/**
 * Writes the report. @returns the line for the user, with the report's path
 * @param options `isOver`: false if the program continues
 */
export function reportCrash(crash: Crash, {isOver = true}: {readonly isOver?: boolean} = {}): string {
  if (isReplacedOnDisk(crash.error)) return replacedText;
  const summary = `${isOver ? 'skydeck broke' : 'Skydeck hit a bug'}: ${errorHeadline(crash.error)}`;
  let folder: string | undefined;
  try {
    folder = stateFolder(crash.env);
    const path = join(folder, `crash-${crash.at.toISOString().replace(/[:.]/g, '-')}-${process.pid}.txt`);
    mkdirSync(folder, {recursive: true, mode: 0o700});
    writeFileSync(path, crashText(crash), {mode: 0o600, flag: 'wx'});
    return `${summary}. The report, without secrets, is in ${path}`;
  } catch (failure) {
    const errorCode = (failure as NodeJS.ErrnoException).code ?? 'unknown';
    const stack = isOver ? `:\n${stackOf(crash.error, homeFolder(crash.env))}` : '';
    return `${summary}. No report could be written to ${folder ?? 'the home folder'} (${errorCode})${stack}`;
  }
}

export function crashText({error, breadcrumbs, env, at}: Crash): string {
  const {node, v8} = process.versions;
  const terminal = ['TERM', 'COLORTERM', 'LANG', 'LC_ALL', 'NO_COLOR'].flatMap(name =>
    env[name] === undefined ? [] : [`${name}=${redact(env[name])}`],
  );
  return [
    `skydeck ${env.SKYDECK_VERSION ?? process.env.SKYDECK_VERSION ?? 'from source'}, ${at.toISOString()}`,
    `Node.js ${node}, V8 ${v8}, ${platform()} ${release()} ${arch()}`,
    `terminal ${process.stdout.columns ?? '?'}x${process.stdout.rows ?? '?'} ${terminal.join(' ')}`,
    `memory ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB, up ${Math.round(process.uptime())} s`,
    '',
    stackOf(error, homeFolder(env)),
    '',
    'What happened before:',
    ...breadcrumbs.latest().map(([time, text]) => `  ${((time - at.getTime()) / 1000).toFixed(3)} s  ${text}`),
    '',
  ].join('\n');
}

/** The first line of an error. */
function errorHeadline(error: unknown): string {
  if (!(error instanceof Error)) return `something of type ${typeof error} was thrown`;
  const line = `${error.name}: ${redact(error.message)}`.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** Maximum depth to which causes are followed. */
const maxCauseDepth = 5;

/** @param home the folder that is written as `~`: its name is often that of the user */
function stackOf(error: unknown, home: string | undefined, depth = 0): string {
  if (!(error instanceof Error)) return errorHeadline(error);
  // Keeps only the positions in the code, because the stack starts with the message.
  const places = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  const withoutHome = (line: string) => (home === undefined ? line : line.replaceAll(home, '~'));
  const lines = [
    errorHeadline(error),
    ...places.map(line => withoutHome(line).replace(/data:.*?(?=:\d+:\d+\)?$)/, 'data:…')),
  ];
  const inner = error instanceof AggregateError ? error.errors.slice(0, 3) : [];
  for (const cause of [error.cause, ...inner])
    if (cause !== undefined && depth < maxCauseDepth) lines.push(`caused by ${stackOf(cause, home, depth + 1)}`);
  return lines.join('\n');
}

/**
 * The message of an error repeats its input: a line of a file, an answer, a token. Quoted text is removed, except for
 * names of properties; so is text that looks like a secret.
 */
export function redact(text: string): string {
  return text
    .replace(/\((reading|setting) '([\w$]{1,40})'\)/g, '($1 ‹$2›)')
    .replace(/"[^"]*(?:"|$)|`[^`]*(?:`|$)|'[^']*(?:'|$)/g, '…')
    .replace(/\b(Bearer|Basic)\s+\S+/gi, '$1 …')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/[\w+/=.~-]{16,}/g, word => (/\d/.test(word) || word.length > 40 ? '…' : word));
}
