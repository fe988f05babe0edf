/** One call of a tool: its input is checked, and every failure is a result of one line. */
import {z} from 'zod';
import {sanitize} from '../../platform/text/sanitize.ts';
import {failureText} from '../io/exit-codes.ts';
import type {AgentAccount} from './agent-account.ts';
import type {AgentTool} from './agent-tool.ts';
import {explainTool} from './explain-tool.ts';
import {historyTool} from './history-tool.ts';
import {applySignedTool, planTool} from './plan-tools.ts';
import {readTools} from './read-tools.ts';
import {markUntrustedText} from './untrusted-text.ts';

export const agentTools: readonly AgentTool[] = [...readTools, historyTool, explainTool, planTool, applySignedTool];

export interface ToolAnswer {
  /** The data of the result; after a failure, `error` instead. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

const maxErrorLength = 600;
const maxNameLength = 64;

const failed = (error: unknown): ToolAnswer => ({content: {error}, isError: true});

/** A refusal with Skydeck's text about the call itself. */
const refusal = (message: string): ToolAnswer => failed(sanitize(message).slice(0, maxErrorLength).toWellFormed());

/** Never throws. */
export async function callTool(name: string, input: unknown, account: AgentAccount): Promise<ToolAnswer> {
  const tool = agentTools.find(candidate => candidate.name === name);
  if (!tool)
    return refusal(
      `Unknown tool "${name.slice(0, maxNameLength)}". Use one of ${agentTools.map(({name}) => name).join(', ')}`,
    );
  const checked = tool.input.safeParse(input ?? {});
  if (!checked.success) return refusal(`${tool.name}: ${problemsOf(checked.error)}`);
  try {
    return {content: await tool.run(checked.data as never, account), isError: false};
  } catch (error) {
    // A message may contain labels of resources, which people chose.
    return failed(markUntrustedText(failureText(error), maxErrorLength));
  }
}

/** At most three problems of an input: "limit: Too big: expected number to be <=200". */
function problemsOf({issues}: z.ZodError): string {
  const messages = issues.slice(0, 3).map(({path, message}) => [path.join('.'), message].filter(Boolean).join(': '));
  return messages.join('; ');
}

/** The input of a tool as a JSON Schema. */
export const inputSchema = ({input}: AgentTool) =>
  z.toJSONSchema(input, {io: 'input'}) as {type: 'object'; [name: string]: unknown};
