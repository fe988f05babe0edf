/** `/docs`: the reference of the API as a page with search and requests, by Swagger UI without a network. */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {getAsset} from 'node:sea';
import type {WireResponse} from '../engine/engine.ts';

/** The files of Swagger UI that the page needs. */
const rendererFiles: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cloud Infrastructure API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`;

/** The search compares all texts of a line and the operation ID. The token is stored only in the page. */
const script = `const isFound = (operation, words) => {
  const text = [operation.get('path'), operation.get('method'), operation.getIn(['operation', 'summary']),
    operation.getIn(['operation', 'operationId'])].join(' ').toLowerCase();
  return words.every(word => text.includes(word));
};
const search = (sections, phrase) => {
  const words = phrase.toLowerCase().split(/\\s+/).filter(Boolean);
  return sections
    .map(section => section.set('operations', section.get('operations').filter(entry => isFound(entry, words))))
    .filter(section => section.get('operations').size > 0);
};
window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayOperationId: true,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [() => ({fn: {opsFilter: search}})],
});
`;

/** The page may load nothing from elsewhere and call nothing but its own server. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A file of the renderer: compressed beside the built program or inside it, from its package in the source tree. */
function rendererFile(name: string): {bytes: Uint8Array; encoding?: 'gzip'} {
  if (process.env.SKYDECK_SINGLE) return {bytes: new Uint8Array(getAsset(`api-page/${name}.gz`)), encoding: 'gzip'};
  const module = import.meta.url;
  if (module.endsWith('.ts')) return {bytes: readFileSync(createRequire(module).resolve(`swagger-ui-dist/${name}`))};
  const folder = module.includes('/chunks/') ? '../api-page' : './api-page';
  return {bytes: readFileSync(new URL(`${folder}/${name}.gz`, module)), encoding: 'gzip'};
}

/** Handles requests for `/docs` and the files below it. */
export function handlePageRequest(path: string): WireResponse | undefined {
  if (path === '/docs' || path === '/docs/') {
    const headers = {'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy};
    return {status: 200, headers, body: page};
  }
  if (path === '/docs/page.js')
    return {status: 200, headers: {'Content-Type': 'text/javascript; charset=utf-8'}, body: script};
  const name = path.startsWith('/docs/') ? path.slice('/docs/'.length) : '';
  const type = Object.hasOwn(rendererFiles, name) ? rendererFiles[name] : undefined;
  if (type === undefined) return undefined;
  const {bytes, encoding} = rendererFile(name);
  return {status: 200, headers: {'Content-Type': type, ...(encoding && {'Content-Encoding': encoding})}, body: bytes};
}
