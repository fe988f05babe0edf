/** A plan file with one edit of a volume. */
import {type Plan, parsePlan, planText} from '../plans/plan-file.ts';

/** @param now the time at which the plan is written; it is valid for a day */
export function planOf(title: string, now: number): {readonly plan: Plan; readonly text: string} {
  const text = planText({
    skydeck_plan: 1,
    written: new Date(now).toISOString(),
    expires: new Date(now + 86_400_000).toISOString(),
    author: 'ann@laptop',
    profile: 'demo',
    base_url: 'https://api.example.com/v4',
    family: 'volumes',
    action: 'update',
    title,
    params: {},
    values: {label: 'renamed'},
    secrets: [],
    changes: [
      {id: 1, label: 'vol-1', row: null, method: 'PUT', path: '/v4/volumes/1', body: {}, changes: [], notes: []},
    ],
    totals: [],
  });
  return {plan: parsePlan(text, title), text};
}
