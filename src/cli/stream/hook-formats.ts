/** The payload of a hook: a change as plain JSON, for Alertmanager, or for PagerDuty. */
import {createHash} from 'node:crypto';
import type {ChangeRecord} from './change-record.ts';

export const hookFormats = ['json', 'alertmanager', 'pagerduty'] as const;
export type HookFormat = (typeof hookFormats)[number];

/** The end that an alert gets: Alertmanager ends an alert without an end after minutes unless it is sent repeatedly. */
const maxAlertMs = 30 * 24 * 3_600_000;
/** PagerDuty's limit for a summary. */
const maxSummaryLength = 1024;
const alertmanagerPath = '/api/v2/alerts';

/** "web-01 of prod: stopped (instances)" */
const summaryOf = ({label, profile, to, type}: ChangeRecord): string =>
  `${label} of ${profile}: ${to ?? 'deleted'} (${type})`;

/** A hash that is the same for each change of one resource; it replaces the ID, which may be long. */
export const resourceHash = ({profile, type, resource}: ChangeRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([profile, type, resource]))
    .digest('hex')
    .slice(0, 32);

/**
 * True for a problem that starts or changes, false for a problem that ends; undefined for a change without a problem.
 */
const alertOf = ({isProblem, wasProblem}: ChangeRecord): boolean | undefined =>
  isProblem ? true : wasProblem ? false : undefined;

/**
 * The body to post; undefined if the format transports only problems and the change isn't one.
 * @param key the routing key of PagerDuty
 */
export function hookBody(format: HookFormat, record: ChangeRecord, key: string | undefined): unknown {
  if (format === 'json') return record;
  const isFiring = alertOf(record);
  if (isFiring === undefined) return undefined;
  return format === 'alertmanager' ? [alertmanagerAlert(record, isFiring)] : pagerDutyEvent(record, isFiring, key);
}

/** The path of a hook: a URL of Alertmanager may omit the path of its API. */
export function hookPath(format: HookFormat, url: URL): string {
  const path = url.pathname.replace(/\/+$/, '');
  const isShort = format === 'alertmanager' && !path.endsWith(alertmanagerPath);
  return `${isShort ? path + alertmanagerPath : url.pathname}${url.search}`;
}

function alertmanagerAlert(record: ChangeRecord, isFiring: boolean) {
  const {time, profile, type, resource, label, from, to, toState} = record;
  return {
    // Labels are the identity of an alert, so they contain nothing that changes while the problem lasts.
    labels: {alertname: 'SkydeckProblem', profile, type, id: resource},
    annotations: {summary: summaryOf(record), label, from: from ?? '', to: to ?? '', state: toState ?? ''},
    ...(isFiring ? {startsAt: time, endsAt: new Date(Date.parse(time) + maxAlertMs).toISOString()} : {endsAt: time}),
  };
}

function pagerDutyEvent(record: ChangeRecord, isFiring: boolean, key: string | undefined) {
  const {time, profile, type, toState} = record;
  const event = {routing_key: key, dedup_key: resourceHash(record)};
  if (!isFiring) return {...event, event_action: 'resolve'};
  return {
    ...event,
    event_action: 'trigger',
    payload: {
      summary: summaryOf(record).slice(0, maxSummaryLength),
      source: profile,
      severity: toState === 'failed' ? 'critical' : 'warning',
      timestamp: time,
      component: record.label,
      class: type,
      custom_details: record,
    },
  };
}
