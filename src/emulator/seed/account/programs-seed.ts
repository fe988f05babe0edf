/** Beta programs, and child accounts of the demo account. */
import {days} from '../../engine/time/clock.ts';
import {BetaPrograms, ChildAccounts, EnrolledBetas} from '../../families/account/programs.ts';
import {beforeNow, type SeedContext} from '../core/seed-context.ts';

export function seedPrograms(context: SeedContext): void {
  const {db} = context;
  const addProgram = (id: string, label: string, description: string, {isInvited = false} = {}) =>
    db.insert(BetaPrograms, () => ({
      id,
      label,
      description,
      started: beforeNow(context, 120 * days),
      ended: null,
      greenlight_only: isInvited,
      more_info: `https://beta.example.com/${id}`,
    }));
  addProgram('metrics', 'Instance metrics', 'Metrics of instances at a resolution of one minute');
  addProgram('edge', 'Edge regions', 'Instances in small regions near large cities', {isInvited: true});
  const {id, label, description, started, ended} = addProgram('log-export', 'Log export', 'Logs in a bucket');
  db.insert(EnrolledBetas, () => ({
    ...{id, label, description, started, ended},
    enrolled: beforeNow(context, 40 * days),
  }));
  const addChild = (euuid: string, company: string, balance: number): void => {
    db.insert(ChildAccounts, () => ({
      euuid,
      company,
      first_name: 'Ada',
      last_name: 'Moss',
      email: `billing@${company.toLowerCase().replaceAll(' ', '-')}.example`,
      phone: '215-555-0100',
      address_1: '1 Main Street',
      address_2: '',
      city: 'Philadelphia',
      state: 'PA',
      zip: '19106',
      country: 'US',
      tax_id: '',
      active_since: beforeNow(context, 500 * days),
      balance,
      balance_uninvoiced: 12.5,
      billing_source: 'external',
      capabilities: ['Computes', 'Block Storage'],
      credit_card: null,
    }));
  };
  addChild('3f1c2e80-7a6b-4d5c-9e8f-0a1b2c3d4e01', 'North Shop', 0);
  addChild('3f1c2e80-7a6b-4d5c-9e8f-0a1b2c3d4e02', 'South Shop', 240);
}
