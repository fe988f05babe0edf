import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {createSurface} from '../terminal/index.ts';
import {createNavigation, type Destination, type View} from './navigation.ts';

function openNavigation() {
  const built: string[] = [];
  const build = (destination: Destination): View => {
    built.push(JSON.stringify(destination));
    const inDetail = createStore(() => false);
    return {
      destination,
      title: () => '',
      isSplit: true,
      main: createSurface(),
      aside: undefined,
      inDetail,
      setInDetail: isInDetail => inDetail.setState(isInDetail, true),
      layers: () => [],
      activate: () => () => {},
      repaint: () => {},
      click: () => {},
    };
  };
  return {places: createNavigation(build), built};
}

const folder = (index: number): Destination => ({family: 'objectStorage.objects', params: {prefix: `${index}/`}});

test('the view of a main list is reused, even after 60 other views', () => {
  const {places: navigation, built} = openNavigation();
  navigation.go({family: 'instances'});
  const first = navigation.current.getState();
  for (let index = 0; index < 60; index++) navigation.go(folder(index));
  navigation.go({family: 'instances'});
  expect(navigation.current.getState()).toBe(first);
  expect(built).toHaveLength(61);
});

test('the view of a folder is kept only while the history contains it', () => {
  const {places: navigation, built} = openNavigation();
  for (let index = 0; index < 10; index++) navigation.go(folder(index));
  navigation.go(folder(0));
  expect(built).toHaveLength(10);
  for (let index = 10; index < 80; index++) navigation.go(folder(index));
  expect(built).toHaveLength(80);
  navigation.go(folder(0));
  expect(built).toHaveLength(81);
});

test('bug: the views of earlier times were never released', () => {
  const {places: navigation, built} = openNavigation();
  const pastOf = (at: number): Destination => ({page: 'past', past: {at, family: 'instances'}});
  for (let at = 0; at < 60; at++) navigation.go(pastOf(at));
  navigation.go({page: 'cost'});
  for (let at = 60; at < 120; at++) navigation.go(pastOf(at));
  expect(built).toHaveLength(121);
  navigation.go({page: 'cost'});
  expect(built).toHaveLength(121);
  navigation.go(pastOf(119));
  expect(built).toHaveLength(121);
  navigation.go(pastOf(0));
  expect(built).toHaveLength(122);
});
