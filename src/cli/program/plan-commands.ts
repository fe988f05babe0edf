/** The commands for plan files, which `do --plan` writes. */
import {type CommandProgram, withAccount} from './command-program.ts';

const planHelp = `
Examples:
  skydeck do instances.resize web-01 --type g6-standard-4 --plan resize.plan
  skydeck plan show resize.plan
  skydeck plan sign resize.plan --key ~/.ssh/id_ed25519
  skydeck plan apply resize.plan --yes --wait
`;

export function addPlan(command: CommandProgram): void {
  const {program, context, setExitCode} = command;
  const plan = program
    .command('plan')
    .description('Show, sign or apply a change that do --plan wrote to a file')
    .addHelpText('after', planHelp);
  plan
    .command('show')
    .argument('<file>')
    .description('Print the requests of a plan, until when it can be applied, and who signed it')
    .option('--json', 'Print JSON')
    .action(async (file: string, {json}: {json?: true}) => {
      setExitCode(await (await import('../saved/plan.ts')).showPlan(file, json ?? false, context));
    });
  plan
    .command('sign')
    .argument('<file>')
    .description('Show a plan and sign it with ssh-keygen; the signature is written to FILE.sig')
    .option('--key <path>', 'Private key, or a public key that the SSH agent holds', '~/.ssh/id_ed25519')
    .action(async (file: string, {key}: {key: string}) => {
      setExitCode(await (await import('../saved/plan.ts')).signPlan(file, key, context));
    });
  plan
    .command('apply')
    .argument('<file>')
    .argument('[words...]')
    .usage('<file> [--yes] [--confirm LABEL] [--dry-run] [--wait] [--timeout TIME] [--json] [--secret value ...]')
    .description('Send the requests of a plan, if nothing has changed since it was written')
    .allowUnknownOption()
    .action(async (file: string, words: string[]) => {
      const {applyPlan} = await import('../saved/plan.ts');
      await withAccount(command, account => applyPlan(account, file, words, context));
    });
  for (const subcommand of plan.commands) subcommand.copyInheritedSettings(program);
}
