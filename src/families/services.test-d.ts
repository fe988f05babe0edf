/** Mistakes that must not compile, in families with deeper paths, groups below groups, answers and quick actions. */
import {describe, test} from 'vitest';
import type {FamilySpec, RowOf} from './shape/define-family.ts';

type Nodes = FamilySpec<'nodebalancers.configs.nodes', never>;
type Configs = FamilySpec<'nodebalancers.configs', never>;
type Buckets = FamilySpec<'objectStorage.buckets', never>;
type Mysql = FamilySpec<'databases.mysql', never>;
type Domains = FamilySpec<'domains', 'dns'>;
type Records = FamilySpec<'domains.records', never>;

describe('rows', () => {
  test('of a list with markers are its entries', () => {
    const good = (row: RowOf<'objectStorage.objects'>) => row.etag;
    // @ts-expect-error an object has no label
    const bad = (row: RowOf<'objectStorage.objects'>) => row.label;
    return [good, bad];
  });
});

describe('paths with two parameters', () => {
  const form = {label: {title: 'Label', input: 'text'}, address: {title: 'Address', input: 'text'}} as const;

  test('come from the place of the list and from the row', () => {
    const good: Nodes['actions']['delete'] = {title: 'Delete', rowParams: row => ({nodeId: row.id})};
    // @ts-expect-error the ID of the node is missing
    const nameless: Nodes['actions']['delete'] = {title: 'Delete'};
    // @ts-expect-error the parameter is called nodeId
    const misnamed: Nodes['actions']['delete'] = {title: 'Delete', rowParams: row => ({id: row.id})};
    const create: Nodes['actions']['create'] = {
      title: 'New node…',
      // @ts-expect-error the place of the list has all parameters
      params: () => ({configId: 1}),
      form,
    };
    return [good, nameless, misnamed, create];
  });

  test('are both required for a list below a list', () => {
    const good: Configs['detail'][number] = {
      title: 'Nodes',
      list: 'nodebalancers.configs.nodes',
      params: (row, params) => ({...params, configId: row.id}),
    };
    // @ts-expect-error the NodeBalancer is missing
    const bad: Configs['detail'][number] = {
      title: 'Nodes',
      list: 'nodebalancers.configs.nodes',
      params: row => ({configId: row.id}),
    };
    return [good, bad];
  });

  test('may both come from the row', () => {
    const good: Buckets['actions']['delete'] = {
      title: 'Delete',
      rowParams: row => ({clusterId: row.cluster, bucket: row.label}),
    };
    // @ts-expect-error the cluster of the bucket is missing
    const bad: Buckets['actions']['delete'] = {title: 'Delete', rowParams: row => ({bucket: row.label})};
    return [good, bad];
  });
});

describe('groups below a group', () => {
  const one = {elsewhere: 'nowhere'};

  test('that aren’t lists have actions in their family', () => {
    const good: Mysql['actions'] = {
      ...{create: one, update: one, delete: one, patch: one, suspend: one, resume: one},
      'credentials.reset': one,
    };
    const {'credentials.reset': reset, ...others} = good;
    // @ts-expect-error resetting the credentials is missing
    const bad: Mysql['actions'] = others;
    // @ts-expect-error backups are a list, and therefore a separate family
    const worse: Mysql['actions'] = {...good, 'backups.create': one};
    return [reset, bad, worse];
  });

  test('have their own forms and parameters', () => {
    const at = (row: RowOf<'objectStorage.buckets'>) => ({clusterId: row.cluster, bucket: row.label});
    // @ts-expect-error the form with the certificate is missing
    const bad: Buckets['actions']['ssl.upload'] = {title: 'Upload…', rowParams: at};
    // @ts-expect-error the operation has no body
    const worse: Buckets['actions']['ssl.delete'] = {title: 'Delete', params: at, form: {}};
    return [bad, worse];
  });

  test('are adopted by the name of an operation', () => {
    const good: Buckets['adoptedActions'] = {'objectStorage.cancel': {title: 'Cancel'}};
    // @ts-expect-error no such operation
    const bad: Buckets['adoptedActions'] = {'objectStorage.close': {title: 'Cancel'}};
    // @ts-expect-error a reading operation isn't an action
    const worse: Buckets['adoptedActions'] = {'objectStorage.transfer.get': {title: 'Transfer'}};
    return [good, bad, worse];
  });
});

describe('quick actions', () => {
  type Quick = NonNullable<Domains['quickActions']>[string];

  test('fill in fields of the body', () => {
    const good: Quick = {title: 'Disable', action: 'update', presetValues: () => ({status: 'disabled'})};
    // @ts-expect-error a Domain is active or disabled
    const bad: Quick = {title: 'Pause', action: 'update', presetValues: () => ({status: 'paused'})};
    // @ts-expect-error a creation has no row
    const worse: Quick = {title: 'Copy', action: 'create', presetValues: () => ({})};
    return [good, bad, worse];
  });
});

describe('tabs of one answer', () => {
  const rowParams = (row: {readonly id: number}) => ({instanceId: row.id});

  test('have the type of the answer', () => {
    const good: Mysql['detail'][number] = {
      title: 'Certificate',
      operation: 'databases.mysql.ssl.get',
      params: rowParams,
      refreshSeconds: 60,
      content: {text: response => response.ca_certificate},
    };
    const bad: Mysql['detail'][number] = {
      title: 'Certificate',
      operation: 'databases.mysql.ssl.get',
      params: rowParams,
      refreshSeconds: 60,
      // @ts-expect-error the certificate is called ca_certificate
      content: {text: response => response.certificate},
    };
    return [good, bad];
  });

  test('need the parameters of their operation', () => {
    // @ts-expect-error the parameter is called instanceId
    const bad: Mysql['detail'][number] = {
      title: 'Certificate',
      operation: 'databases.mysql.ssl.get',
      params: row => ({databaseId: row.id}),
      refreshSeconds: 60,
      content: {text: () => ''},
    };
    return bad;
  });
});

describe('choices', () => {
  test('of numbers are numbers that the field accepts', () => {
    type Create = Extract<Mysql['actions']['create'], {form: unknown}>['form'];
    const good: Create['cluster_size'] = {title: 'Nodes', input: 'choice', labels: {1: 'one', 3: 'three'}};
    // @ts-expect-error four nodes are refused
    const bad: Create['cluster_size'] = {title: 'Nodes', input: 'choice', labels: {4: 'four'}};
    return [good, bad];
  });

  test('of a field that accepts any number list their values', () => {
    type Form = Extract<Records['actions']['update'], {form: unknown}>['form'];
    const good: Form['ttl_sec'] = {title: 'TTL', input: 'choice', values: [300, 3600]};
    // @ts-expect-error the values are missing
    const bad: Form['ttl_sec'] = {title: 'TTL', input: 'choice'};
    // @ts-expect-error seconds are numbers
    const worse: Form['ttl_sec'] = {title: 'TTL', input: 'choice', values: ['300']};
    return [good, bad, worse];
  });

  test('are values that the field accepts', () => {
    type Form = Extract<Records['actions']['create'], {form: unknown}>['form'];
    // @ts-expect-error no such type of record
    const bad: Form['type'] = {title: 'Type', input: 'choice', values: ['A', 'HTTPS']};
    return bad;
  });
});
