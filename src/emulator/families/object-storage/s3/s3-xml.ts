/** XML of the S3 interface. */
import {XMLBuilder, XMLParser} from 'fast-xml-parser';
import type {WireResponse} from '../../../engine/engine.ts';
import {S3Error} from './s3-error.ts';

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

const builder = new XMLBuilder({ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: false});
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  // Names of objects may start and end with spaces.
  trimValues: false,
  isArray: name => ['Object', 'Part', 'Grant'].includes(name),
});

/** Texts, numbers and elements by name; an array is an element that repeats, and undefined is left out. */
export type XmlContent = {readonly [name: string]: unknown};

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

export const xmlResponse = (root: string, content: XmlContent, status = 200): WireResponse => ({
  status,
  headers: {'Content-Type': 'application/xml'},
  body: declaration + builder.build({[root]: {'@xmlns': namespace, ...content}}),
});

/** A document that was built elsewhere. */
export const rawXmlResponse = (text: string): WireResponse => ({
  status: 200,
  headers: {'Content-Type': 'application/xml'},
  body: declaration + text,
});

/** An error has no namespace. */
export const errorResponse = ({status, code, message}: S3Error, resource: string): WireResponse => ({
  status,
  headers: {'Content-Type': 'application/xml'},
  body: declaration + builder.build({Error: {Code: code, Message: message, Resource: resource, RequestId: 'emulator'}}),
});

/** The content of the root element. @throws S3Error 400 */
export function parseXml(bytes: Uint8Array, root: string): Readonly<Record<string, unknown>> {
  try {
    const content = (parser.parse(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>)[root];
    if (typeof content === 'object' && content !== null) return content as Record<string, unknown>;
  } catch {
    // The error below names it.
  }
  throw new S3Error(400, 'MalformedXML', `The body is no ${root} document.`);
}
