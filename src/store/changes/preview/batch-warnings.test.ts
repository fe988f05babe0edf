import {expect, it} from 'vitest';
import {releasedAddressesText} from '../../../families/format/released-addresses.ts';
import {familyOf} from '../../../families/registry.ts';
import {mergeDifferences, mergeWarnings} from './batch-warnings.ts';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(label => ({label}));
const labelOf = ({label}: {readonly label?: unknown}) => String(label);

it('a warning about all rows is shown once, and a warning about some rows names them', () => {
  const warningsOf = ({label}: {readonly label?: unknown}) => [
    'it will be down',
    ...(label === 'b' ? ['it has no backup'] : []),
    ...(label === 'a' ? [] : ['it is busy']),
  ];
  expect(mergeWarnings(rows, labelOf, warningsOf)).toEqual([
    'it will be down',
    'b: it has no backup',
    'b, c, d, e, f and 1 more: it is busy',
  ]);
});

it('warnings that differ only in the name of the row are merged', () => {
  const warningsOf = ({label}: {readonly label?: unknown}) => [
    `${label} is unreachable.`,
    `Disks of ${label} are deleted.`,
    ...(label === 'b' ? ['b is the last of its kind.'] : []),
    ...(label === 'a' || label === 'c' ? [`${label} has no backup.`] : []),
  ];
  expect(mergeWarnings(rows, labelOf, warningsOf)).toEqual([
    'Each of them is unreachable.',
    'Disks of each are deleted.',
    'a, c: each has no backup.',
    'b is the last of its kind.',
  ]);
});

it('the released addresses of all rows are counted', () => {
  const address = {a: ['192.0.2.1', '2001:db8::1'], b: ['192.0.2.2'], c: []};
  const textOf = ({label = ''}: {readonly label?: unknown}) => {
    const addresses = (address as Record<string, string[]>)[String(label)];
    return addresses?.length ? [releasedAddressesText(addresses)] : [];
  };
  expect(mergeWarnings(rows, labelOf, textOf)).toEqual([
    '3 IP addresses are released: 192.0.2.1, 2001:db8::1, 192.0.2.2. You can’t get them back.',
  ]);
  expect(mergeWarnings(rows.slice(1), labelOf, textOf)).toEqual([
    'b: Its IP addresses are released: 192.0.2.2. You can’t get them back.',
  ]);
});

it('a difference shows the previous values of all rows', () => {
  const tags = (before: string | undefined) => ({path: 'tags', title: 'Tags', before, after: 'prod'});
  const secret = {path: 'root_pass', title: 'Password', before: undefined, after: '••••'};
  expect(
    mergeDifferences([
      [tags('web'), secret],
      [tags('db'), secret],
      [tags(undefined), secret],
    ]),
  ).toEqual([{...tags('web | db | nothing')}, secret]);
  expect(mergeDifferences(['1', '2', '3', '4'].map(before => [tags(before)]))).toEqual([tags('4 different values')]);
  // A row that already has the value is left out, and the other rows are still compared.
  expect(mergeDifferences([[], [tags('web')]])).toEqual([tags('web')]);
});

it('bug: the billing increase of one volume read as that of all volumes of a batch', () => {
  const {warnings} = familyOf('volumes').actions.resize ?? {};
  const volumes = [
    {label: 'data', size: 20},
    {label: 'logs', size: 20},
  ];
  const billing = (size: (row: {readonly size: number}) => number) =>
    mergeWarnings(
      volumes,
      labelOf,
      row => warnings?.({row: row as never, lookup: {} as never, params: {}, body: {size: size(row)}}) ?? [],
    ).slice(1);
  expect(billing(() => 400)).toEqual(['Billing for each increases by 380 GB.']);
  expect(billing(row => row.size * (row === volumes[0] ? 2 : 3))).toEqual([
    'Billing for data increases by 20 GB.',
    'Billing for logs increases by 40 GB.',
  ]);
});
