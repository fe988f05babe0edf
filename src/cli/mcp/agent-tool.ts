/** A tool for agents: its name, its bounded input, and the function that computes the result. */
import {z} from 'zod';
import type {AgentAccount} from './agent-account.ts';

export interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** The text for the model that chooses a tool. */
  readonly description: string;
  readonly input: z.ZodType;
  /** True for a tool that sends no changes. */
  readonly isReading: boolean;
  /**
   * @param input the checked input
   * @throws errors whose message is the result
   */
  readonly run: (input: never, account: AgentAccount) => Promise<Readonly<Record<string, unknown>>>;
}

export const defineTool = <S extends z.ZodType>(
  tool: Omit<AgentTool, 'input' | 'run'> & {
    readonly input: S;
    readonly run: (input: z.infer<S>, account: AgentAccount) => Promise<Readonly<Record<string, unknown>>>;
  },
): AgentTool => tool;

const maxWordLength = 256;

/** An ID or a label. */
export const wordInput = z.string().min(1).max(maxWordLength);

export const typeInput = z.string().min(1).max(64).describe('Resource type, such as instances or instances.disks');

export const parentsInput = z
  .array(wordInput)
  .max(4)
  .default([])
  .describe('IDs or labels of the resources around it, from the outside in: the instance of a disk');
