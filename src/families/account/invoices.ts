/** Invoices and their items; amounts in US dollars (D3 §4.6). */

import type {Invoice, InvoiceItem} from '../../contract/account/billing.ts';
import {amountCell, type Cell, cellFor, dateOrder, dayCell, momentCell} from '../format/cells.ts';
import {joinParts, money} from '../format/format.ts';
import {addedLine} from '../shape/added-line.ts';
import {type Column, defineFamily, type FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {makePayment} from './payments.ts';

const usd = (value: number): Cell => amountCell(value, money);

/** A tax of zero is not shown. */
const taxes = (row: Invoice): readonly Cell[] | null =>
  row.tax_summary.length === 0 ? null : row.tax_summary.map(({name, tax}) => `${name ?? '?'} ${money(tax)}`);

const detail: FamilySpec<'account.invoices', never>['detail'] = [
  {title: 'Items', list: 'account.invoices.items', params: row => ({invoiceId: row.id})},
  {
    title: 'Overview',
    sections: [
      {
        title: 'Invoice',
        lines: [
          ...standard.identityLines,
          {title: 'Date', value: (row, lookup) => momentCell(row.date, lookup.now)},
          addedLine('Billed by', 'billing_source', (source, lookup) => lookup.spell('service-type', source)),
        ],
      },
      {
        title: 'Amounts',
        lines: [
          {title: 'Subtotal', value: row => usd(row.subtotal)},
          {title: 'Tax', value: row => usd(row.tax)},
          {title: 'Taxes', value: taxes, isVisible: row => row.tax_summary.length > 0},
          {title: 'Total', value: row => usd(row.total)},
        ],
      },
    ],
  },
];

export const invoices = defineFamily('account.invoices', {
  title: 'Invoices',
  one: 'invoice',
  byName: true,
  aliases: ['invoice', 'bills'],
  label: row => row.label,
  sort: '-date',
  columns: [
    {field: 'date', title: 'Date', width: 10, format: dayCell, sortBy: row => dateOrder(row.date)},
    {field: 'label', title: 'Label', grow: true, width: 16},
    {field: 'subtotal', title: 'Subtotal', align: 'right', priority: 3, kind: 'money', format: usd},
    {field: 'tax', title: 'Tax', align: 'right', priority: 2, kind: 'money', format: usd},
    {field: 'total', title: 'Total', align: 'right', width: 10, kind: 'money', format: usd},
    standard.shownIdColumn(4),
  ],
  detail,
  actions: {},
  // The title of a payment doesn't name an invoice.
  borrowedActions: {pay: {...makePayment, on: 'list'}},
  summary: row => joinParts(typeof row.total === 'number' ? money(row.total) : null),
  search: row => String(row.id),
});

/** The factors are written as text, so that no digit is lost. */
const unitPrice = (price: string): Cell => {
  const value = Number(price);
  return Number.isFinite(value) ? money(value) : price;
};

const itemColumns: FamilySpec<'account.invoices.items', never>['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 20},
  {field: 'from', title: 'From', priority: 2, format: dayCell, sortBy: row => dateOrder(row.from)},
  {field: 'to', title: 'To', priority: 3, format: dayCell, sortBy: row => dateOrder(row.to)},
  {field: 'quantity', title: 'Quantity', align: 'right', priority: 2},
  {
    field: 'unit_price',
    title: 'Unit price',
    align: 'right',
    priority: 3,
    kind: 'money',
    format: unitPrice,
  },
  {field: 'amount', title: 'Amount', align: 'right', priority: 4, kind: 'money', format: usd},
  {field: 'tax', title: 'Tax', align: 'right', priority: 4, kind: 'money', format: usd},
  {field: 'total', title: 'Total', align: 'right', width: 10, kind: 'money', format: usd},
  {field: 'type', title: 'Type', optional: true},
];

export const invoiceItems = defineFamily('account.invoices.items', {
  title: 'Items',
  one: 'item',
  // Items have no ID: all of their fields together identify them.
  key: (row: InvoiceItem) =>
    JSON.stringify([row.label, row.from, row.to, row.type, row.quantity, row.unit_price, row.amount, row.total]),
  label: row => row.label || 'item without a label',
  columns: itemColumns satisfies readonly Column<InvoiceItem, {readonly invoiceId: number}>[],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Item',
          lines: [
            standard.labelLine,
            {title: 'Type', value: row => cellFor(row.type, kind => (kind === 'hourly' ? 'by the hour' : kind))},
            {title: 'From', value: (row, lookup) => momentCell(row.from, lookup.now)},
            {title: 'To', value: (row, lookup) => momentCell(row.to, lookup.now)},
          ],
        },
        {
          title: 'Amounts',
          lines: [
            {title: 'Quantity', value: row => amountCell(row.quantity)},
            {title: 'Unit price', value: row => cellFor(row.unit_price, unitPrice)},
            addedLine('Region', 'region'),
            {title: 'Amount', value: row => usd(row.amount)},
            {title: 'Tax', value: row => usd(row.tax)},
            {title: 'Total', value: row => usd(row.total)},
          ],
        },
      ],
    },
  ],
  actions: {},
});
