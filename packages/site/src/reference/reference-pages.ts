import { codeBlock } from '../render/highlight.ts'
import { escapeHtml } from '../render/html.ts'
import { renderBlock, renderInline } from '../render/inline.ts'
import type { Heading, Section } from '../render/markdown.ts'
import { type OpenApi, operationsOf, type PlacedOperation } from './openapi.ts'
import { operationHtml } from './operation-html.ts'
import { fieldsOf, fieldsTable, type Schemas, typeHtml } from './schema-html.ts'
import { pageOfTag } from './tag-href.ts'

/** A generated page. */
export interface GeneratedPage {
  /** The name of the page, which follows `/docs/`. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly html: string
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

const sectionOf = ({ method, path, operation }: PlacedOperation): Section => ({
  id: operation.operationId,
  heading: operation.summary,
  text: `${method} ${path} ${operation.operationId} ${operation.description ?? ''}`,
})

function tagPage(
  { name, description }: OpenApi['tags'][number],
  operations: readonly PlacedOperation[],
  schemas: Schemas,
): GeneratedPage {
  return {
    name: pageOfTag(name),
    title: name,
    description,
    html: `<p class="lead">${renderInline(description)}</p>\n${operations.map((each) => operationHtml(each, schemas)).join('')}`,
    headings: operations.map(({ operation }) => ({
      level: 2,
      id: operation.operationId,
      text: operation.summary,
    })),
    sections: [{ id: '', heading: '', text: description }, ...operations.map(sectionOf)],
  }
}

const START = `
Every call is plain HTTP with JSON, described by the [OpenAPI document](/openapi.json) of this server. The reference is
generated from it. **Try it** below a call sends it to this server. Programs use the [TypeScript client](/docs/client).

Samples read two environment variables: the address of the server and an API key. The dashboard makes keys; the
[quick start](/docs/quick-start) shows the first one.
`

const TYPESCRIPT_START = `
TypeScript samples begin with these lines:
`

const CONVENTIONS = `
Send \`Idempotency-Key\` with every POST that you may have to repeat, and \`If-Match\` with a change that must not
overwrite another. Send the \`ETag\` of the resource as its value. Reads of lists take \`limit\` and \`cursor\`.
`

const tagRow = (
  { name, description }: OpenApi['tags'][number],
  calls: readonly PlacedOperation[] = [],
): string =>
  `<tr><td><a href="/docs/${pageOfTag(name)}">${escapeHtml(name)}</a></td><td>${renderInline(description)}</td><td>${calls.length}</td></tr>`

const SHELL_PREAMBLE = `export HOLDFAST_URL=http://localhost:3000
export HOLDFAST_KEY=hf_…
`

/** The start of every TypeScript sample. */
export const TYPESCRIPT_PREAMBLE = `import { Holdfast } from '@holdfast/client'

const holdfast = new Holdfast({
  baseUrl: process.env.HOLDFAST_URL ?? 'http://localhost:3000',
  apiKey: process.env.HOLDFAST_KEY ?? '',
})
`

/** All pages of the API reference: one start page, one of each group of calls, and one of all objects. */
export function referencePages(document: OpenApi): readonly GeneratedPage[] {
  const { schemas } = document.components
  const groups = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags[0] ?? '')
  const used = document.tags.filter(({ name }) => groups.has(name))
  return [
    startPage(document, used.map((tag) => tagRow(tag, groups.get(tag.name))).join('\n')),
    ...used.map((tag) => tagPage(tag, groups.get(tag.name) ?? [], schemas)),
    objectsPage(document),
  ]
}

function startPage({ info }: OpenApi, rows: string): GeneratedPage {
  return {
    name: 'api',
    title: 'API reference',
    description: 'All calls of the HTTP API, with samples in five languages.',
    html: `${renderBlock(START)}${codeBlock(SHELL_PREAMBLE, 'sh')}${renderBlock(TYPESCRIPT_START)}${codeBlock(TYPESCRIPT_PREAMBLE, 'ts')}
<h2 id="conventions">Conventions</h2>
${renderBlock(info.description)}${renderBlock(CONVENTIONS)}
<h2 id="calls">Calls</h2>
<div class="table" tabindex="0" role="group" aria-label="Groups of calls"><table><thead><tr><th>Group</th><th>Contents</th><th>Calls</th></tr></thead><tbody>${rows}</tbody></table></div>
<p>The <a href="/docs/api/objects">objects</a> in requests and responses have a page of their own.</p>
`,
    headings: [
      { level: 2, id: 'conventions', text: 'Conventions' },
      { level: 2, id: 'calls', text: 'Calls' },
    ],
    sections: [{ id: 'conventions', heading: 'Conventions', text: info.description }],
  }
}

function objectsPage(document: OpenApi): GeneratedPage {
  const { schemas } = document.components
  const names = Object.keys(schemas).sort()
  const html = names.map((name) => {
    const schema = schemas[name] ?? {}
    const table = fieldsTable(fieldsOf(schema, schemas), `Fields of ${name}`)
    const text =
      schema.description === undefined ? '' : `<p>${renderInline(schema.description)}</p>`
    const fields = table === '' ? `<p>${typeHtml(schema)}</p>` : table
    return `<section>\n<h2 id="${name}">${name}</h2>${text}${fields}</section>\n`
  })
  return {
    name: 'api/objects',
    title: 'Objects',
    description: 'The objects in requests and responses of the API, with all their fields.',
    html: html.join(''),
    headings: names.map((name) => ({ level: 2, id: name, text: name })),
    sections: names.map((name) => ({
      id: name,
      heading: name,
      text: `${schemas[name]?.description ?? ''} ${Object.keys(schemas[name]?.properties ?? {}).join(' ')}`,
    })),
  }
}
