/** Finds the families of path parameters. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {families} from '../../families/registry.ts';
import type {Family} from '../../families/shape/define-family.ts';
import type {Connection} from '../../store/api/connection.ts';

/** The family whose rows a path parameter identifies: the family whose list has the same start of the path. */
export function paramFamily(connection: Connection, {path}: Endpoint, name: string): Family | undefined {
  const end = path.indexOf(`{${name}}`) + name.length + 2;
  const beginning = path.slice(0, end);
  return families.find(family => connection.operation(`${family.id}.get`)?.path === beginning);
}
