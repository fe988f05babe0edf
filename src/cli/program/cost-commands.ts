/** The commands about the cost of an account. */
import {Option} from 'commander';
import {type CostFormat, costFormats, printCost} from '../cost/cost.ts';
import {printWaste, type WasteFormat, wasteFormats} from '../cost/waste.ts';
import {type CommandProgram, outputOption, withAccount} from './command-program.ts';

export function addCostCommands(command: CommandProgram): void {
  addCost(command);
  addWaste(command);
}

const costHelp = `
The run rate is the price of everything that exists now, in total and by resource type, region and tag. The forecast is
the usage that is not invoiced yet, and the price of everything that exists now until the end of the month. Prices come
from the price lists of the API. A price that the API doesn't give, as for images, is unknown and not part of any sum.
Traffic, support and additional addresses are not part of the run rate. If a list can't be read, the exit code is 1.

Examples:
  skydeck cost
  skydeck cost --json | jq .forecast.total
  skydeck cost -o csv > cost.csv
`;

interface CostFlags {
  readonly json?: true;
  readonly csv?: true;
  readonly output?: CostFormat;
  readonly headers: boolean;
}

function addCost(command: CommandProgram): void {
  const {program, context} = command;
  program
    .command('cost')
    .description('Show the price of everything that exists now, and a forecast of the invoice')
    .addOption(new Option('--json', 'Print JSON').conflicts('csv'))
    .option('--csv', 'Print CSV')
    .addOption(outputOption(costFormats))
    .option('--no-headers', 'Print CSV without its first line')
    .addHelpText('after', costHelp)
    .action(({json, csv, output = json ? 'json' : csv ? 'csv' : 'table', headers}: CostFlags) =>
      withAccount(command, account => printCost(account, {format: output, hasHeaders: headers}, context)),
    );
}

const wasteHelp = `
Checks: volumes that are attached to no instance, instances that are powered off, IPv4 addresses that nothing uses,
NodeBalancers without a healthy node, and images that no instance uses. A price that the API doesn't give is unknown,
and not part of the total. A check whose lists can't be read is named, and the exit code is 1.

Examples:
  skydeck waste
  skydeck waste -o csv > waste.csv
  skydeck waste --json | jq .monthly
`;

interface WasteFlags {
  readonly json?: true;
  readonly csv?: true;
  readonly output?: WasteFormat;
  readonly headers: boolean;
}

function addWaste(command: CommandProgram): void {
  const {program, context} = command;
  program
    .command('waste')
    .description('List resources that cost money and seem unused')
    .addOption(new Option('--json', 'Print JSON').conflicts('csv'))
    .option('--csv', 'Print CSV')
    .addOption(outputOption(wasteFormats))
    .option('--no-headers', 'Print a table or CSV without its first line')
    .addHelpText('after', wasteHelp)
    .action(({json, csv, output = json ? 'json' : csv ? 'csv' : 'table', headers}: WasteFlags) =>
      withAccount(command, account => printWaste(account, {format: output, hasHeaders: headers}, context)),
    );
}
