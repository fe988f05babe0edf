import {expect, test} from 'vitest';
import {familyOf} from '../../../families/registry.ts';
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import {createKeymap} from '../../../keymap/keymap.ts';
import {manualClock} from '../../../store/testing/manual-clock.ts';
import {TestAccount} from '../../../store/testing/test-account.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {instance} from '../../../store/testing/test-families.ts';
import {createTestSession} from '../../../store/testing/test-session.ts';
import type {DetailPorts} from '../../context/ports.ts';
import {createSurface} from '../../terminal/index.ts';
import {createSkin} from '../../theme/skin.ts';
import {createDetail} from './detail-view.ts';

function detail() {
  const lines = [
    {title: 'Label', value: (row: AnyRow) => String(row.label)},
    {title: 'Tags', value: (row: AnyRow) => String(row.tags), secret: true as const},
    {title: 'Address', value: (row: AnyRow) => ({text: String(row.ipv6), tone: 'dim' as const})},
  ];
  const family: Family = {
    ...familyOf('instances'),
    detail: [{title: 'Overview', sections: [{title: 'General', lines}]}],
  };
  const skin = createSkin('dark');
  const clock = manualClock();
  const session = createTestSession({account: new TestAccount(), clock}, {families: [family]});
  const context = testDouble<DetailPorts>({
    session,
    clock,
    keymap: createKeymap(),
    skin: () => skin,
    surface: createSurface,
  });
  const {surface, show, layers} = createDetail(
    context,
    family,
    {},
    {focused: () => false, back: () => {}, filter: undefined},
  );
  surface.place({x: 0, y: 0, width: 70, height: 30});
  return {
    reveal: () =>
      layers()
        .map(layer => layer.handler('reveal'))
        .find(handler => handler !== undefined)
        ?.run('v'),
    rows: () => surface.rows.join('\n'),
    show: (row: AnyRow) => show({row, id: family.key(row)}),
  };
}

test('revealing the secrets of one resource doesn’t reveal those of the next', () => {
  const {show, reveal, rows} = detail();
  show(instance(1, {tags: ['first-secret']}));
  reveal();
  expect(rows()).toContain('first-secret');
  const second = instance(2, {tags: ['second-secret']});
  show(second);
  expect(rows()).not.toContain('second-secret');
  reveal();
  expect(rows()).toContain('second-secret');
});
