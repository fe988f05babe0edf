/** IDs of the demo account, which its seed gives. */
import type {TestAccount} from './account.ts';

interface Labeled {
  readonly id: number;
  readonly label: string;
}

/** The ID of the row with this label in a list, `/v4/compute/instances`. */
export async function findId(account: TestAccount, list: string, label: string): Promise<number> {
  const {data} = (await account.call(`GET ${list}`)) as {readonly data: readonly Labeled[]};
  const found = data.find(row => row.label === label);
  if (!found) throw new Error(`No row ${label} in ${list}`);
  return found.id;
}
