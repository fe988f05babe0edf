/** The alerts of the demo account: one of the provider, and two of its users. */
import {days} from '../../engine/time/clock.ts';
import {DatabaseClusters} from '../../families/databases/database-kinds.ts';
import {storedRules} from '../../families/monitor/index.ts';
import {AlertDefinitions, channelIds, type StoredAlert} from '../../families/monitor/monitor-kinds.ts';
import {NodeBalancers} from '../../families/nodebalancers/nodebalancer-kinds.ts';
import {beforeNow, type SeedContext} from '../core/seed-context.ts';

type Facts = Pick<
  StoredAlert,
  'label' | 'description' | 'service_type' | 'type' | 'status' | 'severity' | 'entity_ids' | 'rule_criteria'
>;

export function seedAlerts(context: SeedContext): void {
  const {db} = context;
  const created = beforeNow(context, 30 * days);
  const [byProvider, onCall] = channelIds;
  const add = ({type, ...facts}: Facts): void => {
    const author = type === 'system' ? 'system' : 'wsmith';
    db.insert(AlertDefinitions, id => ({
      id,
      ...facts,
      type,
      class: type === 'system' ? 'dedicated' : null,
      has_more_resources: false,
      trigger_conditions: {
        criteria_condition: 'ALL',
        evaluation_period_seconds: 300,
        polling_interval_seconds: 300,
        trigger_occurrences: 3,
      },
      channel_ids: [type === 'system' ? byProvider : onCall].filter(channel => channel !== undefined),
      created,
      created_by: author,
      updated: created,
      updated_by: author,
    }));
  };
  const above = (service: string, metric: string, threshold: number) =>
    storedRules(service, {rules: [{metric, aggregate_function: 'avg', operator: 'gt', threshold}]});
  // The API of today has no MongoDB.
  const databases = db.all(DatabaseClusters).flatMap(({id, engine}) => (engine === 'mongodb' ? [] : [String(id)]));
  const [balancer] = db.all(NodeBalancers);
  add({
    label: 'High CPU usage',
    description: 'The CPU of a database node is busy for 15 minutes.',
    service_type: 'dbaas',
    type: 'system',
    status: 'enabled',
    severity: 1,
    entity_ids: databases,
    rule_criteria: above('dbaas', 'cpu_usage', 95),
  });
  add({
    label: 'Disk nearly full',
    description: 'Less than a tenth of the disk is free.',
    service_type: 'dbaas',
    type: 'user',
    status: 'enabled',
    severity: 0,
    entity_ids: databases.slice(0, 1),
    rule_criteria: above('dbaas', 'disk_usage', 90),
  });
  add({
    label: 'Many sessions',
    description: '',
    service_type: 'nodebalancer',
    type: 'user',
    status: 'disabled',
    severity: 3,
    entity_ids: balancer ? [String(balancer.id)] : [],
    rule_criteria: above('nodebalancer', 'nb_total_active_sessions', 5000),
  });
}
