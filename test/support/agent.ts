/** An agent for tests: a client of the protocol's own package, connected to Skydeck's tools in memory. */
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {InMemoryTransport} from '@modelcontextprotocol/sdk/inMemory.js';
import type {CommandContext} from '../../src/cli/io/command-context.ts';
import {type AccountRequest, openAccount} from '../../src/cli/io/open-account.ts';
import {AgentAccount} from '../../src/cli/mcp/agent-account.ts';
import {createAgentServer} from '../../src/cli/mcp/agent-server.ts';

export interface AgentAnswer {
  readonly isError: boolean;
  readonly data: never;
  readonly text: string;
}

export interface TestAgent {
  readonly client: Client;
  /** Calls a tool. */
  call(name: string, input?: Readonly<Record<string, unknown>>): Promise<AgentAnswer>;
  close(): Promise<void>;
}

/** Messages that the command would print are kept in `printed`. */
export const agentContext = (
  env: Readonly<Record<string, string | undefined>>,
  printed: string[] = [],
): CommandContext => ({
  startDemo: () => Promise.reject(new Error('no demo in this test')),
  env,
  out: text => void printed.push(String(text)),
  err: text => void printed.push(text),
  columns: undefined,
});

export async function openAgent(context: CommandContext, request: AccountRequest = {}): Promise<TestAgent> {
  const account = new AgentAccount({
    context,
    openReading: () => openAccount({...request, readOnly: true}, context),
    openWriting: () => openAccount(request, context),
  });
  const {server} = createAgentServer(account, 'test');
  const client = new Client({name: 'test-agent', version: '1'});
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide);
  return {
    client,
    async call(name, input = {}) {
      const {isError, content, structuredContent} = await client.callTool({name, arguments: {...input}});
      const [part] = content as readonly {readonly text: string}[];
      return {isError: isError === true, data: structuredContent as never, text: part?.text ?? ''};
    },
    async close() {
      await client.close();
      await account.close();
    },
  };
}
