/** `skydeck mcp`: tools for an agent over stdin and stdout, which carry only the protocol. */
import {setImmediate} from 'node:timers/promises';
import {isatty} from 'node:tty';
import {StdioServerTransport} from '@modelcontextprotocol/sdk/server/stdio.js';
import type {StartDemo} from '../../store/account/open-account.ts';
import type {CommandContext} from '../io/command-context.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {type AccountRequest, openAccount} from '../io/open-account.ts';
import {AgentAccount} from './agent-account.ts';
import {createAgentServer} from './agent-server.ts';

/** The maximum length of a message from the client, in bytes. */
const maxMessageBytes = 4 * 1024 * 1024;

/**
 * Serves until the input ends, or until a user interrupts.
 * @returns the exit code
 */
export async function serveAgent(request: AccountRequest, context: CommandContext): Promise<number> {
  if (isatty(0))
    context.err(
      'skydeck: An agent starts this command and speaks with it. Press ctrl-c to end it. See docs/agents.md\n',
    );
  const {stdin, stdout} = process;
  // The program ends when the client closes stdout.
  context.output?.endWithReader();
  const startDemo = sharedDemo(context.startDemo);
  const accountContext = {...context, startDemo: startDemo.start};
  const account = new AgentAccount({
    context,
    openReading: () => openAccount({...request, readOnly: true}, accountContext),
    openWriting: () => openAccount(request, accountContext),
  });
  const {server, whenIdle: settled} = createAgentServer(account, process.env.SKYDECK_VERSION ?? 'from source');
  const {promise: ended, resolve: end} = Promise.withResolvers<number>();
  server.onclose = () => end(exitCodes.done);
  // The protocol defines no response to a message that isn't JSON.
  server.onerror = error => context.err(`skydeck: ${error.message}\n`);
  context.onInterrupt?.(() => end(exitCodes.interrupted));
  const hasEnded = async () => {
    await settled();
    // The last response is written in a later turn of the event loop.
    await setImmediate();
    end(exitCodes.done);
  };
  stdin.once('end', hasEnded);
  await server.connect(new StdioServerTransport(stdin, stdout, {maxBufferSize: maxMessageBytes}));
  const code = await ended;
  await server.close();
  await account.close();
  await startDemo.close();
  return code;
}

/** One emulator for all accounts of the command, so that a plan finds its resources. */
function sharedDemo(start: StartDemo): {readonly start: StartDemo; close(): Promise<void>} {
  let demo: ReturnType<StartDemo> | undefined;
  return {
    async start() {
      demo ??= start();
      return {...(await demo), close: async () => {}};
    },
    close: async () => (await demo)?.close(),
  };
}
