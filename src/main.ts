/** Selects the program that the command line asks for; only that program is loaded. */
import {isatty} from 'node:tty';
import {isAccessible} from './accessible.ts';
import {accountFlags, consoleFlags, hasStream, monitorUsage, parseArguments, usage} from './arguments.ts';
import type {CommandContext} from './cli/io/command-context.ts';
import type {ConsoleOptions} from './ui/app/console-options.ts';

const startDemo = async () => (await import('./emulator/server/embedded-emulator.ts')).startEmbedded();

const watchOutput = async () => (await import('./platform/process/output-monitor.ts')).monitorOutput();

const surroundings = {
  startDemo,
  env: process.env,
  out: (text: string | Uint8Array) => process.stdout.write(text),
  err: (text: string) => process.stderr.write(text),
  columns: process.stdout.columns,
  terminal: async () => (await import('./ui/terminal/control/capabilities.ts')).capabilitiesOf(process.env),
};

/** @returns the exit code: 0 done, 1 failed, 2 a command line that makes no sense. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    return await start(argv);
  } catch (error) {
    const {createBreadcrumbs, reportCrash} = await import('./platform/diagnostics/crash-report.ts');
    console.error(reportCrash({error, breadcrumbs: createBreadcrumbs(), env: process.env, at: new Date()}));
    // Open handles must not keep a broken program alive.
    return process.exit(70);
  }
}

async function start(argv: readonly string[]): Promise<number> {
  const invocation = parseArguments(argv);
  const notice = verifyAlways();
  const print = async (text: string): Promise<number> => {
    const output = await watchOutput();
    process.stdout.write(text);
    return output.exitCodeAfter(0);
  };
  switch (invocation.mode) {
    case 'help':
      return print(`${usage()}\n`);
    case 'monitorHelp':
      return print(`${monitorUsage()}\n`);
    case 'version':
      return print(`${process.env.SKYDECK_VERSION ?? 'from source'}\n`);
    case 'licenses':
      return print((await import('./licenses.ts')).licenses());
    case 'refused':
      console.error(`skydeck: ${invocation.reason}; see skydeck --help`);
      return 2;
    case 'emulator':
      return (await import('./emulator/server/emulator-command.ts')).runEmulator(invocation.argv);
    case 'command':
      // A shell waits for its completion: what is still on its way by now comes too late.
      if (invocation.argv[0] === '__complete') return process.exit(await runOnTerminal(invocation.argv));
      if (notice) console.error(`skydeck: ${notice}`);
      return runOnTerminal(invocation.argv);
    case 'console': {
      const {options} = invocation;
      const problem = await requestTimeoutProblem(options);
      if (problem !== undefined) {
        console.error(`skydeck: ${problem}`);
        return 2;
      }
      const unfit = unfitness();
      const plain = options.plain || isAccessible(process.env);
      if (options.monitor && (plain || unfit || hasStream(options))) return monitorAsLog(options);
      if (plain) {
        (await watchOutput()).endWithReader();
        return process.exit(
          await (await import('./ui/plain/start-plain-mode.ts')).startPlainMode(options, {startDemo, notice}),
        );
      }
      if (unfit === undefined) {
        const code = await (await import('./ui/app/start-console.tsx')).startConsole(options, {startDemo, notice});
        // All is saved by now: a connection that is still closing must not keep a person from their shell.
        return process.exit(code);
      }
      const {runCommand} = await import('./cli/main.ts');
      const output = await watchOutput();
      console.error(`skydeck: ${unfit}. Skydeck shows the overview as text instead`);
      const line = [...accountFlags(options), 'overview'];
      return output.exitCodeAfter(await runCommand(line, {...surroundings, fallsBackToDemo: true}));
    }
  }
}

/**
 * The client verifies certificates whatever this variable says; Node would still warn of the opposite, in the middle of
 * the screen. @returns what the user must know
 */
function verifyAlways(): string | undefined {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return undefined;
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  return 'NODE_TLS_REJECT_UNAUTHORIZED=0 is not obeyed: NODE_EXTRA_CA_CERTS=FILE adds a certificate authority';
}

/** The problem with the time limit of requests that the command line names. */
async function requestTimeoutProblem({requestTimeout}: ConsoleOptions): Promise<string | undefined> {
  if (requestTimeout === undefined) return undefined;
  const {invalidRequestTimeout, parseRequestTimeout} = await import('./platform/text/duration.ts');
  return parseRequestTimeout(requestTimeout) === undefined ? invalidRequestTimeout(requestTimeout) : undefined;
}

/** The reason why no screen is possible; undefined if one is. */
function unfitness(): string | undefined {
  if (!isatty(0) || !isatty(1)) return 'this is not a terminal';
  const {TERM = ''} = process.env;
  if (process.platform === 'win32' || (TERM !== '' && TERM !== 'dumb')) return undefined;
  return `this terminal cannot place its cursor (TERM=${TERM})`;
}

/** The wallboard for programs and screen readers: a line per change, until it is interrupted. */
async function monitorAsLog(options: ConsoleOptions): Promise<number> {
  const [{monitorCommand}, {pipe}] = await Promise.all([
    import('./cli/commands/monitor.ts'),
    import('./cli/io/terminal.ts'),
  ]);
  const [output, leaving] = [await watchOutput(), new AbortController()];
  output.endWithReader();
  process.once('SIGINT', () => leaving.abort());
  process.once('SIGTERM', () => leaving.abort());
  const code = await monitorCommand(options, leaving.signal, {...surroundings, pipe, output});
  return process.exit(code);
}

/** A command that may have questions for the person who typed it. */
async function runOnTerminal(argv: readonly string[]): Promise<number> {
  const [{runCommand}, {createPrompt, browse, onInterrupt, pipe, createProgressLine, stdin}] = await Promise.all([
    import('./cli/main.ts'),
    import('./cli/io/terminal.ts'),
  ]);
  const programs = async () => [
    {name: 'monitor', flags: consoleFlags},
    {name: 'emulator', flags: (await import('./emulator/server/emulator-command.ts')).emulatorFlags},
  ];
  const output = await watchOutput();
  const [ask, progress] = [createPrompt(), createProgressLine()];
  const terminal = {ask, browse, stdin, pipe, onInterrupt, progress, output} satisfies Partial<CommandContext>;
  return output.exitCodeAfter(await runCommand(argv, {...surroundings, ...terminal, programs}));
}
