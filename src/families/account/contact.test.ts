import {expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {accountRow} from '../testing/account-rows.ts';
import {detailLines} from '../testing/probe.ts';

test('the billing source is shown if the provider names one', () => {
  const family = familyOf('account');
  expect(detailLines(family, accountRow({billing_source: 'parent'}))).toMatchObject({'Billing source': 'parent'});
  expect(detailLines(family, accountRow())).not.toHaveProperty('Billing source');
});

test('regions with their own transfer pool show its usage', () => {
  const tab = familyOf('account').detail.find(({title}) => title === 'Network transfer');
  if (!tab || !('content' in tab) || !('sections' in tab.content)) throw new Error('the account shows no transfer');
  const line = tab.content.sections.flatMap(({lines}) => lines).find(({title}) => title.startsWith('Regions'));
  const transfer = {used: 1, quota: 5, billable: 0};
  const regions = [
    {id: 'ap-south', used: 12, quota: 1000, billable: 0},
    {id: 'sa-east', used: 510, quota: 500, billable: 10},
  ];
  expect(line?.isVisible?.(transfer as never, {} as never, {} as never)).toBe(false);
  const value = line?.value?.({...transfer, region_transfers: regions} as never, {} as never, {} as never);
  expect(JSON.stringify(value)).toContain('ap-south 12 GB of 1 TB\\nsa-east 510 GB of 500 GB, 10 GB extra');
});
