/** The Longview plan of the account, and the available plans (D3 §2.3). */
import {amountCell, type Cell, cellFor, noneCell} from '../format/cells.ts';
import {countText, hourly, joinParts, monthly} from '../format/format.ts';
import {hourlyColumn, monthlyColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import type {LongviewPlan} from '../shape/derived-rows.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';

type Spec = FamilySpec<'longview.plan', never>;

const isFree = (row: LongviewPlan): boolean => row.longview_subscription === null;

/** The API returns no fields for the free plan, and the documents don't state its limits. */
const paidCell =
  (value: (row: LongviewPlan) => Cell) =>
  (row: LongviewPlan): Cell =>
    isFree(row) ? noneCell : value(row);

const name = (row: LongviewPlan): string =>
  row.longview_subscription === null ? 'Free plan' : (row.label ?? String(row.longview_subscription ?? ''));

const actions: Spec['actions'] = {
  update: {
    title: 'Change the plan…',
    risk: ({body}) => (body?.longview_subscription ? 'charges' : undefined),
    eventActions: ['account_settings_update'],
    invalidates: ['account.settings', 'longview.plan'],
    warnings: ({lookup, body}) => {
      const plan = body.longview_subscription;
      if (plan === null) return ['Billing for Longview stops. Clients beyond the free plan can no longer report.'];
      const price = lookup.find('longview.subscriptions', plan)?.price.monthly;
      return [`Billing starts now: ${typeof price === 'number' ? monthly(price) : 'couldn’t read the price'}.`];
    },
    undo: {action: 'update', body: sentFields('longview_subscription')},
    form: {longview_subscription: {title: 'Plan', input: 'pick', family: 'longview.subscriptions'}},
  },
};

export const longviewPlanFamily = defineFamily('longview.plan', {
  title: 'Longview plan',
  one: 'Longview plan',
  byName: true,
  aliases: [],
  readOperation: 'get',
  single: true,
  rows: response => [{...response, longview_subscription: 'id' in response ? response.id : null}],
  label: name,
  columns: [
    {id: 'name', title: 'Plan', grow: true, width: 14, value: row => cellFor(name(row))},
    {
      id: 'clients',
      title: 'Clients',
      align: 'right',
      value: paidCell(row => amountCell(row.clients_included)),
      kind: 'number',
      measure: row => (isFree(row) ? null : row.clients_included),
    },
    {
      id: 'price',
      title: 'Price',
      align: 'right',
      value: paidCell(row => amountCell(row.price?.monthly, monthly)),
      kind: 'monthly',
      measure: row => (isFree(row) ? null : row.price?.monthly),
    },
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Longview plan',
          lines: [
            {title: 'Plan', value: row => cellFor(name(row))},
            {title: 'Clients', value: paidCell(row => amountCell(row.clients_included))},
            {
              title: 'Monthly',
              value: row => (row.longview_subscription === null ? 'nothing' : amountCell(row.price?.monthly, monthly)),
            },
            {title: 'Hourly', value: paidCell(row => amountCell(row.price?.hourly, hourly))},
          ],
        },
      ],
    },
    {title: 'Available plans', list: 'longview.subscriptions', params: () => ({})},
  ],
  actions,
  quickActions: {
    free: {
      title: 'Cancel the plan',
      action: 'update',
      key: 'F',
      unless: ({row}) => (row.longview_subscription === null ? 'already on the free plan' : undefined),
      presetValues: () => ({longview_subscription: null}),
    },
  },
});

export const longviewSubscriptions = defineFamily('longview.subscriptions', {
  title: 'Longview plans',
  one: 'plan',
  byName: true,
  label: row => row.label || row.id,
  sort: 'price',
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 20},
    {field: 'id', title: 'ID', width: 12, max: 20},
    {field: 'clients_included', title: 'Clients', align: 'right'},
    monthlyColumn,
    hourlyColumn,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Plan',
          lines: [
            standard.labelLine,
            {title: 'ID', value: row => row.id},
            {title: 'Clients', value: row => amountCell(row.clients_included)},
            {title: 'Monthly', value: row => amountCell(row.price.monthly, monthly)},
            {title: 'Hourly', value: row => amountCell(row.price.hourly, hourly)},
          ],
        },
      ],
    },
  ],
  actions: {},
  reconcileSeconds: 3600,
  summary: row =>
    joinParts(
      typeof row.clients_included === 'number' ? countText(row.clients_included, 'client') : null,
      typeof row.price.monthly === 'number' ? monthly(row.price.monthly) : null,
    ),
});
