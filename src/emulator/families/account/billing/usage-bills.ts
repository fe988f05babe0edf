/**
 * Usage of the account, at the prices of its plans, and its invoice on the first of each month.
 *
 * Usage is summed per plan and not per instance, so that the invoice of an account with 100,000 instances stays short.
 */
import type {InvoiceItem} from '../../../../contract/account/billing.ts';
import type {InstanceType} from '../../../../contract/resources/types.ts';
import type {Kind} from '../../../engine/storage/kind.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {type RateInput, type UsageSpan, UsageSpans} from '../../../engine/storage/usage-ledger.ts';
import {formatTimestamp, hours} from '../../../engine/time/clock.ts';
import {defineRecurringJob} from '../../../engine/time/jobs.ts';
import {DatabaseClusters, DatabaseTypes, type EngineName} from '../../databases/database-kinds.ts';
import {Types} from '../../instance-types.ts';
import {Instances} from '../../instances/instance-kinds.ts';
import {KubeClusters} from '../../kube/kube-kinds.ts';
import {subscriptions} from '../../longview.ts';
import {NodeBalancers} from '../../nodebalancers/nodebalancer-kinds.ts';
import {hourlyPrices, kubeTypes} from '../../service-prices.ts';
import {Volumes} from '../../volumes/volume-kinds.ts';
import {Accounts, getAccount, InvoiceItems, Invoices, Settings, singletonId} from '../account-kinds.ts';
import {cents} from './money.ts';

/** The monthly price is a maximum: no month has more billable hours than this. */
export const maxBillableHours = 672;

export interface BillingPeriod {
  readonly from: number;
  readonly to: number;
}

interface UsageTotal {
  /** The values of the metered fields of this line, in the order of `by`. */
  readonly rates: readonly RateInput[];
  /** Number of different entities that existed. */
  readonly count: number;
  /** Started hours, times the units used in them. */
  readonly hours: number;
  /** Count and hours of the entities with the extra, while they have it. */
  readonly extraCount: number;
  readonly extraHours: number;
}

/** Paths of metered fields of the kind. */
interface UsageMeasure {
  /** Each combination of the values of these fields has its own line. */
  readonly by?: readonly string[];
  /** Pairs of the first two values of `by` with their own line; in all other lines the second value is null. */
  readonly pairs?: readonly (readonly RateInput[])[];
  /** The number of units that an entity counts for. */
  readonly units?: string;
  /** True for an entity with the extra. */
  readonly extra?: string;
}

/** Usage of a kind during a span: by existing entities, by deleted ones, and by changed ones before the change. */
function readUsage(
  db: Store,
  {name: kind, meteredFields: metered = []}: Kind,
  {from, to}: BillingPeriod,
  measure: UsageMeasure = {},
): UsageTotal[] {
  const columnOf = (path: string) => {
    const index = metered.indexOf(path);
    if (index < 0) throw new Error(`${kind} is not metered by ${path}`);
    return `r${index}`;
  };
  const by = measure.by?.map(columnOf) ?? [];
  const units = measure.units && columnOf(measure.units);
  const extra = measure.extra && columnOf(measure.extra);
  const {pairs} = measure;
  const fields = (read: (field: string, place: number) => string) =>
    metered.map((field, place) => `, ${read(field, place)} AS r${place}`).join('');
  const current = fields(field => `json_extract(entity.doc, '$.${field}')`);
  // SQLite binds numbers as fractions; the division below needs integers, so that a started hour counts as one.
  const [first, last] = ['CAST(?1 AS INTEGER)', 'CAST(?2 AS INTEGER)'];
  // Hours start at the creation of an entity, so that an hour with a change is not billed twice.
  const hoursUntil = (moment: string) => `min(${maxBillableHours}, (${moment} - max(${first}, born) + 3599) / 3600)`;
  const groups = by.map((_, index) => `b${index}`);
  const groupOf = (column: string, index: number) =>
    pairs && index === 1
      ? `CASE WHEN (${by[0]}, ${column}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?3)) THEN ${column} END`
      : column;
  const grouped = by.map((column, index) => `${groupOf(column, index)} AS b${index}`);
  // An existing entity counts as if it had always had its current price, minus the usage that the ledger has for
  // earlier prices.
  const rows = db.many<Record<string, RateInput> & Omit<UsageTotal, 'rates'>>(
    `WITH gone AS MATERIALIZED (
       SELECT json_extract(doc, '$.of') AS id, json_extract(doc, '$.born') AS born, json_extract(doc, '$.from') AS since,
         json_extract(doc, '$.to') AS until${fields((_, place) => `json_extract(doc, '$.rates[${place}]')`)}
       FROM entity WHERE kind='${UsageSpans.name}' AND json_extract(doc, '$.kind')='${kind}'
     ), made AS (
       SELECT id, coalesce(unixepoch(json_extract(doc, '$.created')), 0) AS born${current}
       FROM entity WHERE kind='${kind}'
     ), part AS (
       SELECT 1 AS sign, id, born, born AS since, ${last} AS until${fields((_, place) => `r${place}`)} FROM made
       UNION ALL SELECT 1, id, born, since, until${fields((_, place) => `r${place}`)} FROM gone
       UNION ALL SELECT -1, gone.id, born, since, until${current}
         FROM gone CROSS JOIN entity ON entity.kind='${kind}' AND entity.id=gone.id
     )
     SELECT ${[...grouped, ''].join(', ')} COUNT(DISTINCT id) AS count, SUM(hours * ${units ?? 1}) AS hours,
       ${extra === undefined ? 0 : `COUNT(DISTINCT CASE WHEN ${extra} THEN id END)`} AS extraCount,
       ${extra === undefined ? 0 : `SUM(hours * ${extra})`} AS extraHours
     FROM (
       SELECT *, sign * (${hoursUntil(`min(until, ${last})`)} - ${hoursUntil(`max(since, born, ${first})`)}) AS hours
       FROM part WHERE since<${last} AND until>${first}
     )
     ${by.length > 0 ? `GROUP BY ${groups.join(', ')}` : ''} HAVING SUM(hours)>0
     ${by.length > 0 ? `ORDER BY ${groups.join(', ')}` : ''}`,
    Math.floor(from / 1000),
    Math.floor(to / 1000),
    ...(pairs ? [JSON.stringify(pairs)] : []),
  );
  return rows.map(({count, hours, extraCount, extraHours, ...rates}) => ({
    rates: groups.map(group => rates[group] ?? null),
    count,
    hours,
    extraCount,
    extraHours,
  }));
}

/** A line of an invoice, for hours (or gigabyte hours) at a price. */
export function invoiceLine({from, to}: BillingPeriod, label: string, quantity: number, price: number): InvoiceItem {
  const amount = cents(quantity * price);
  const moments = {from: formatTimestamp(from), to: formatTimestamp(to)};
  return {label, type: 'hourly', ...moments, quantity, unit_price: String(price), amount, tax: 0, total: amount};
}

/** The lines of an invoice. */
export function usageLines(db: Store, span: BillingPeriod): InvoiceItem[] {
  const line = (label: string, quantity: number, price: number) => invoiceLine(span, label, quantity, price);
  const [volumes, balancers] = [readUsage(db, Volumes, span, {units: 'size'}), readUsage(db, NodeBalancers, span)];
  return [
    ...instanceLines(db, span),
    ...volumes.map(({count, hours}) => line(`Volumes × ${count}, GB hours`, hours, hourlyPrices.volumeGigabyte)),
    ...balancers.map(({count, hours}) => line(`NodeBalancers × ${count}`, hours, hourlyPrices.nodebalancer)),
    ...databaseLines(db, span),
    ...clusterLines(db, span),
    ...accountLines(db, span),
  ];
}

type RegionPriced = Pick<InstanceType, 'price' | 'region_prices'>;

const hourlyIn = ({price, region_prices = []}: RegionPriced, region: RateInput | undefined): number =>
  (region_prices.find(({id}) => id === region) ?? price).hourly;

/** Pairs of a plan and a region with a different price of the plan or its backups. */
const ownPrices = (types: readonly InstanceType[]): [string, string][] =>
  types.flatMap(({id, addons: {backups}, ...type}) => {
    const isDifferent = (priced: RegionPriced) => (region: string) => hourlyIn(priced, region) !== priced.price.hourly;
    const regions = [type, backups].flatMap(priced =>
      (priced.region_prices ?? []).map(({id: region}) => region).filter(isDifferent(priced)),
    );
    return [...new Set(regions)].map((region): [string, string] => [id, region]);
  });

/** A line for each plan and price: an instance that migrated between regions with the same price counts once. */
function instanceLines(db: Store, span: BillingPeriod): InvoiceItem[] {
  const pairs = ownPrices(db.all(Types));
  const usages = readUsage(db, Instances, span, {by: ['type', 'region'], pairs, extra: 'backups.enabled'});
  return usages.flatMap(({rates: [id, region], count, hours, extraCount, extraHours}) => {
    const type = db.byKey(Types, String(id))?.doc;
    if (!type) return [];
    // The label names only regions with a different price.
    const label = region === null || region === undefined ? type.label : `${type.label} in ${region}`;
    const line = invoiceLine(span, `${label} × ${count}`, hours, hourlyIn(type, region));
    if (extraHours === 0) return [line];
    const backups = hourlyIn(type.addons.backups, region);
    return [line, invoiceLine(span, `Backups of ${label} × ${extraCount}`, extraHours, backups)];
  });
}

function databaseLines(db: Store, span: BillingPeriod): InvoiceItem[] {
  return readUsage(db, DatabaseClusters, span, {by: ['engine', 'type', 'cluster_size']}).flatMap(
    ({rates: [engine, id, size], count, hours}) => {
      const type = db.byKey(DatabaseTypes, String(id))?.doc;
      const prices = type?.engines[engine as EngineName] ?? [];
      const price = prices.find(({quantity}) => quantity === size)?.price;
      if (!type || !price) return [];
      const nodes = size === 1 ? '1 node' : `${size} nodes`;
      return [invoiceLine(span, `${type.label} (${engine}, ${nodes}) × ${count}`, hours, price.hourly)];
    },
  );
}

/** Lines for control planes with a price; the nodes of clusters are billed as instances. */
function clusterLines(db: Store, span: BillingPeriod): InvoiceItem[] {
  return readUsage(db, KubeClusters, span, {by: ['tier', 'control_plane.high_availability', 'region']}).flatMap(
    ({rates: [tier, isAvailable, region], count, hours}) => {
      const id = tier === 'enterprise' ? 'kube-e' : isAvailable ? 'kube-ha' : 'kube-sa';
      const type = kubeTypes.find(candidate => candidate.id === id);
      const price = type ? hourlyIn(type, region) : 0;
      return type && price > 0 ? [invoiceLine(span, `${type.label} × ${count}`, hours, price)] : [];
    },
  );
}

/** Lines for services enabled on the account, independent of its other resources. */
function accountLines(db: Store, span: BillingPeriod): InvoiceItem[] {
  const plans = readUsage(db, Settings, span, {by: ['longview_subscription']}).flatMap(({rates: [id], hours}) => {
    const plan = subscriptions.find(subscription => subscription.id === id);
    return plan ? [invoiceLine(span, plan.label, hours, plan.price.hourly)] : [];
  });
  const storage = readUsage(db, Settings, span, {by: ['object_storage']}).filter(
    ({rates: [state]}) => state === 'active',
  );
  return [
    ...plans,
    ...storage.map(({hours}) => invoiceLine(span, 'Object Storage', hours, hourlyPrices.objectStorage)),
  ];
}

const sumOf = (items: readonly InvoiceItem[]) => cents(items.reduce((sum, {total}) => sum + total, 0));

/** Start of a month, by its offset from the current one. */
export const monthStart = (now: number, offset: number) => {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset);
};

/** Cache, because computing the usage of 100,000 instances is slow. The usage changes once per hour. */
const usageCache = new WeakMap<Store, {readonly hour: number; readonly generation: number; readonly usd: number}>();

/** Usage in US dollars since the last invoice, as of the last full hour. */
export function uninvoicedTotal(db: Store, now: number): number {
  const hour = now - (now % hours);
  const cached = usageCache.get(db);
  const {generation} = db;
  if (cached?.hour === hour && cached.generation === generation) return cached.usd;
  const usd = sumOf(usageLines(db, {from: monthStart(now, 0), to: hour}));
  usageCache.set(db, {hour, generation, usd});
  return usd;
}

/** Pays a part of the total from the promotional credit; returns the line for it. */
function creditLine(db: Store, span: BillingPeriod, total: number): InvoiceItem[] {
  const {active_promotions: promotions} = getAccount(db);
  const [first, ...otherPromotions] = promotions;
  const creditLeft = Number(first?.credit_remaining ?? 0);
  const credit = cents(Math.min(total, creditLeft));
  if (!first || credit <= 0) return [];
  const rest = (creditLeft - credit).toFixed(2);
  const changed = {...first, credit_remaining: rest, this_month_credit_remaining: rest};
  db.update(Accounts, singletonId, {
    active_promotions: creditLeft > credit ? [changed, ...otherPromotions] : otherPromotions,
  });
  const moment = {from: formatTimestamp(span.from), to: formatTimestamp(span.to)};
  const amounts = {unit_price: String(-credit), amount: -credit, tax: 0, total: -credit};
  return [{label: first.summary, type: 'misc', ...moment, quantity: 1, ...amounts}];
}

/** Creates an invoice. An account without a tax ID pays no tax (D3 §2.6). */
export function createInvoice(db: Store, date: number, items: readonly InvoiceItem[]): number {
  const total = sumOf(items);
  const {id} = db.insert(Invoices, number => ({
    id: number,
    date: formatTimestamp(date),
    label: `Invoice #${number}`,
    subtotal: total,
    tax: 0,
    tax_summary: [],
    total,
  }));
  for (const item of items) db.insert(InvoiceItems, () => item, {parent: id});
  return total;
}

/** Bills the usage of a period, and adds it to the balance. Returns the amount. */
export function billUsage(db: Store, span: BillingPeriod): number {
  const lines = usageLines(db, span);
  if (lines.length === 0) return 0;
  const total = createInvoice(db, span.to, [...lines, ...creditLine(db, span, sumOf(lines))]);
  db.update(Accounts, singletonId, {balance: cents(getAccount(db).balance + total)});
  return total;
}

defineRecurringJob(
  'account.billed',
  now => monthStart(now, 1),
  ({db, now}, {due}) => {
    // A closed account already has its last invoice.
    if (db.row(Accounts, singletonId)?.hidden.closed) return;
    const to = monthStart(now, 0);
    // A data file may be closed for months. A notification reports the balance until it is paid.
    for (let from = monthStart(due, -1); from < to; from = monthStart(from, 1))
      billUsage(db, {from, to: monthStart(from, 1)});
    const billed = {sql: `json_extract(doc, '$.to')<=?`, values: [to / 1000]};
    for (const {id, doc} of db.where(UsageSpans, billed)) if (!isLatest(db, id, doc)) db.remove(UsageSpans, id);
  },
);

/** True for the latest span of an existing entity: its end is the start of the next bill. */
function isLatest(db: Store, id: number, {kind, of, thing}: UsageSpan & {readonly thing: string}): boolean {
  const sql = `SELECT 1 FROM entity WHERE kind='${UsageSpans.name}' AND key=? AND id>?`;
  return db.one('SELECT 1 FROM entity WHERE kind=? AND id=?', kind, of) !== undefined && !db.one(sql, thing, id);
}
