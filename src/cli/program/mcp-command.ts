/** The command that serves tools to an agent. */
import {accountFlagsOf, type CommandProgram} from './command-program.ts';

const mcpHelp = `
An agent starts this command and speaks with it over standard input and output, by the Model Context Protocol. Its
tools read the account: overview, list, get, history, waste and explain_action. plan prepares a change and sends
nothing: a person approves or refuses it in the console, with :approvals. apply_signed sends a plan that a person
signed, if the setting plan_signers is used. Texts that people wrote come in fields named untrusted_text.

Examples:
  skydeck mcp --profile prod
  skydeck mcp --demo
`;

export function addMcp({program, context, setExitCode}: CommandProgram): void {
  program
    .command('mcp')
    .description('Serve tools to an agent over stdin and stdout; they read the account and plan changes')
    .addHelpText('after', mcpHelp)
    .action(async () => {
      const {requestTimeout: requestTimeoutMs, ...flags} = accountFlagsOf(program);
      const {serveAgent} = await import('../mcp/serve.ts');
      setExitCode(await serveAgent({...flags, requestTimeoutMs}, context));
    });
}
