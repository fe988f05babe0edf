import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {familyOf} from '../../../../families/registry.ts';
import type {AnyTab} from '../../../../families/shape/define-family.ts';
import {kubeCluster} from '../../../../families/testing/cluster-rows.ts';
import {createKeymap} from '../../../../keymap/keymap.ts';
import type {QueryState} from '../../../../store/cache/query-spec.ts';
import type {Session} from '../../../../store/session/session.ts';
import {januaryLookup} from '../../../../store/testing/test-collection.ts';
import {testDouble} from '../../../../store/testing/test-double.ts';
import {createSkin} from '../../../theme/skin.ts';
import {contentOf} from './tab-content.ts';

const unread: QueryState = {value: undefined, phase: 'loading', validAt: undefined, failure: undefined};

function grantsTab(state: QueryState): readonly string[] {
  const context = testDouble<Parameters<typeof contentOf>[0]>({
    keymap: createKeymap(),
    skin: () => createSkin('dark'),
    session: testDouble<Session>({query: () => createStore(() => state), lookup: januaryLookup}),
  });
  const profile = familyOf('profile');
  const tab = profile.detail.find(({title}) => title === 'Grants') as AnyTab;
  // `restricted` is missing: only the answer with the grants has the user's permissions.
  const row = {username: 'acme', restricted: null};
  return contentOf(context, profile, tab, {row, params: {}, revealed: () => false})
    .lines(80)
    .map(({text}) => text);
}

test('bug: the Grants tab of an unrestricted user showed “loading…” forever when the API answered 204', () => {
  expect(grantsTab(unread)).toEqual(['loading…']);
  expect(grantsTab({...unread, phase: 'ready', validAt: 1})).toEqual(['Not restricted: you may do everything.']);
});

test('bug: at 80 columns, the reason for an empty tab was cut', () => {
  const context = testDouble<Parameters<typeof contentOf>[0]>({
    keymap: createKeymap(),
    skin: () => createSkin('dark'),
    session: testDouble<Session>({lookup: januaryLookup}),
  });
  const clusters = familyOf('kube.clusters');
  const tab = clusters.detail.find(({title}) => title === 'Kubeconfig') as AnyTab;
  const row = kubeCluster({created: new Date(januaryLookup.now).toISOString().slice(0, 19)});
  const lines = contentOf(context, clusters, tab, {row, params: {}, revealed: () => false}).lines(80);
  expect(lines.map(line => stripVTControlCharacters(line.paint('none', 80)).trim())).toEqual([
    'The control plane is starting. It answers 2 to 5 minutes after the cluster is',
    'created.',
  ]);
});
