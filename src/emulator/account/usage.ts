/**
 * What the account uses, at the prices of its plans, and the bill for it on the first of each month.
 *
 * Usage is counted per plan and not per machine: a bill of an account of 100,000 machines is still one that people read.
 */
import type {InvoiceItem} from '../../contract/account/billing.ts';
import {hours, stamp} from '../engine/clock.ts';
import {every} from '../engine/jobs.ts';
import type {Kind} from '../engine/kind.ts';
import type {Store} from '../engine/store.ts';
import {Instances} from '../instances/kinds.ts';
import {NodeBalancers} from '../nodebalancers/kinds.ts';
import {Types} from '../types.ts';
import {Volumes} from '../volumes/kinds.ts';
import {Accounts, accountOf, InvoiceItems, Invoices, theOne} from './kinds.ts';
import {cents} from './money.ts';

/** Nothing costs more than its monthly price: no month has more hours than this. */
export const mostHours = 672;
/** US dollars per hour. */
const perBalancer = 0.015;
const perGigabyte = 0.00015;

export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Used {
  readonly name: string | null;
  readonly count: number;
  /** Hours begun, times the units used in them. */
  readonly hours: number;
  /** The same of those things alone that have the extra. */
  readonly extraCount: number;
  readonly extraHours: number;
}

interface Measure {
  /** SQL: what lines are called after, how many units a thing counts for, and whether it has the extra. */
  readonly name?: string;
  readonly units?: string;
  readonly extra?: string;
}

/** Things of a kind that were there during a span. */
function used(db: Store, {name: kind}: Kind, {from, to}: Span, measure: Measure = {}): Used[] {
  const {name = 'NULL', units = '1', extra = '0'} = measure;
  // Numbers are bound as fractions, and what is begun counts whole.
  const [first, last] = ['CAST(?1 AS INTEGER)', 'CAST(?2 AS INTEGER)'];
  const begun = `min(${mostHours}, (${last} - max(${first}, born) + 3599) / 3600)`;
  return db.many<Used>(
    `SELECT name, COUNT(*) AS count, SUM(${begun} * units) AS hours,
       SUM(extra) AS extraCount, SUM(${begun} * extra) AS extraHours
     FROM (SELECT ${name} AS name, ${units} AS units, ${extra} AS extra,
       unixepoch(json_extract(doc, '$.created')) AS born FROM entity WHERE kind='${kind}')
     WHERE born<?2 GROUP BY name ORDER BY name`,
    Math.floor(from / 1000),
    Math.floor(to / 1000),
  );
}

/** A line of a bill, for hours (or gigabyte hours) at a price. */
export function lineOf({from, to}: Span, label: string, quantity: number, price: number): InvoiceItem {
  const amount = cents(quantity * price);
  const moments = {from: stamp(from), to: stamp(to)};
  return {label, type: 'hourly', ...moments, quantity, unit_price: String(price), amount, tax: 0, total: amount};
}

/** The lines of a bill. */
export function usage(db: Store, span: Span): InvoiceItem[] {
  const line = (label: string, quantity: number, price: number) => lineOf(span, label, quantity, price);
  const machines = used(db, Instances, span, {
    name: `json_extract(doc, '$.type')`,
    extra: `json_extract(doc, '$.backups.enabled')`,
  });
  const plans = machines.flatMap(({name, count, hours, extraCount, extraHours}) => {
    const type = db.byKey(Types, name ?? '')?.doc;
    if (!type) return [];
    const {label, price, addons} = type;
    const backups = line(`Backups of ${label} × ${extraCount}`, extraHours, addons.backups.price.hourly);
    return [line(`${label} × ${count}`, hours, price.hourly), ...(extraCount > 0 ? [backups] : [])];
  });
  const volumes = used(db, Volumes, span, {units: `json_extract(doc, '$.size')`});
  return [
    ...plans,
    ...volumes.map(({count, hours}) => line(`Volumes × ${count}, GB hours`, hours, perGigabyte)),
    ...used(db, NodeBalancers, span).map(({count, hours}) => line(`NodeBalancers × ${count}`, hours, perBalancer)),
  ];
}

const sumOf = (items: readonly InvoiceItem[]) => cents(items.reduce((sum, {total}) => sum + total, 0));

/** When a month begins, counted from this one. */
export const monthOf = (now: number, offset: number) => {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset);
};

/** Reading the meters of 100,000 machines takes a while, and they move by the hour. */
const readings = new WeakMap<Store, {readonly hour: number; readonly usd: number}>();

/** US dollars used since the last bill, as of the last full hour. */
export function uninvoiced(db: Store, now: number): number {
  const hour = now - (now % hours);
  const known = readings.get(db);
  if (known?.hour === hour) return known.usd;
  const usd = sumOf(usage(db, {from: monthOf(now, 0), to: hour}));
  readings.set(db, {hour, usd});
  return usd;
}

/** Credit pays first, as far as it goes; answers the line that says so. */
function creditLine(db: Store, span: Span, total: number): InvoiceItem[] {
  const {active_promotions: promotions} = accountOf(db);
  const [first, ...others] = promotions;
  const left = Number(first?.credit_remaining ?? 0);
  const credit = cents(Math.min(total, left));
  if (!first || credit <= 0) return [];
  const rest = (left - credit).toFixed(2);
  const changed = {...first, credit_remaining: rest, this_month_credit_remaining: rest};
  db.update(Accounts, theOne, {active_promotions: left > credit ? [changed, ...others] : others});
  const moment = {from: stamp(span.from), to: stamp(span.to)};
  const amounts = {unit_price: String(-credit), amount: -credit, tax: 0, total: -credit};
  return [{label: first.summary, type: 'misc', ...moment, quantity: 1, ...amounts}];
}

/** Writes a bill. No tax is collected where the account has no tax ID (D3 §2.6). */
export function bill(db: Store, date: number, items: readonly InvoiceItem[]): number {
  const total = sumOf(items);
  const {id} = db.insert(Invoices, number => ({
    id: number,
    date: stamp(date),
    label: `Invoice #${number}`,
    subtotal: total,
    tax: 0,
    tax_summary: [],
    total,
  }));
  for (const item of items) db.insert(InvoiceItems, () => item, {parent: id});
  return total;
}

every(
  'account.billed',
  now => monthOf(now, 1),
  work => {
    const {db, now} = work;
    const to = monthOf(now, 0);
    const span = {from: monthOf(now, -1), to};
    const lines = usage(db, span);
    if (lines.length === 0) return;
    // What is billed is due, and a notification says so until it is paid.
    const total = bill(db, to, [...lines, ...creditLine(db, span, sumOf(lines))]);
    db.update(Accounts, theOne, {balance: cents(accountOf(db).balance + total)});
  },
);
