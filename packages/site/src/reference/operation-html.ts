import { PROBLEMS } from '@holdfast/contracts'
import { codeBlock } from '../render/highlight.ts'
import { escapeHtml } from '../render/html.ts'
import { renderBlock, renderInline } from '../render/inline.ts'
import { reasonWithoutSamples, type SampleRequest } from '../samples/sample-request.ts'
import { samplesOf } from '../samples/samples.ts'
import type { DocumentedResponse, Operation, PlacedOperation } from './openapi.ts'
import { fieldsOf, fieldsTable, type Schemas, typeHtml } from './schema-html.ts'
import { trialOf } from './trial.ts'

const CALLERS: Readonly<Record<string, string>> = {
  apiKeyBearer: 'an API key (<code>Authorization: Bearer hf_…</code>)',
  manageToken: 'the manage token of the booking or stay',
  operatorKey: 'the key of the operator',
  metricsToken: 'the metrics token',
  sessionCookie: 'a session of the dashboard',
}

function callersHtml({ security = [] }: Operation): string {
  const names = security.flatMap((each) => Object.keys(each))
  const callers = names.flatMap((name) => CALLERS[name] ?? [])
  return callers.length === 0 ? 'No key needed.' : `Needs ${callers.join(' or ')}.`
}

const TITLES = { path: 'Path', query: 'Query', header: 'Headers' } as const

/** Every call has these; the page about the API describes them once. */
const COMMON_HEADERS: ReadonlySet<string> = new Set(['Idempotency-Key', 'If-Match'])

const parametersHtml = ({ parameters = [], summary }: Operation): string =>
  (['path', 'query', 'header'] as const)
    .map((where) => {
      const fields = parameters
        .filter((each) => each.in === where && !COMMON_HEADERS.has(each.name))
        .map(({ name, schema, required = false, description }) => ({
          name,
          schema,
          isRequired: required,
          description,
        }))
      const table = fieldsTable(fields, `${TITLES[where]} of: ${summary}`)
      return table === '' ? '' : `<h3>${TITLES[where]}</h3>${table}`
    })
    .join('')

function bodyHtml({ requestBody, summary }: Operation, schemas: Schemas): string {
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (mediaType === undefined || content?.schema === undefined) return ''
  const table = fieldsTable(fieldsOf(content.schema, schemas), `Body of: ${summary}`)
  const type = mediaType === 'application/json' ? '' : ` <code>${escapeHtml(mediaType)}</code>`
  const rest = table === '' ? `<p>${typeHtml(content.schema)}</p>` : table
  return `<h3>Body${type}</h3>${rest}`
}

/** The codes in the description of a response, each with a link to its page. */
const linkCodes = (html: string): string =>
  html.replaceAll(/<code>([a-z_]+)<\/code>/g, (whole, code: string) =>
    code in PROBLEMS ? `<a href="/docs/errors/${code}"><code>${code}</code></a>` : whole,
  )

const responseRow = ([status, { description, content = {} }]: readonly [
  string,
  DocumentedResponse,
]): string => {
  const [[, { schema } = {}] = []] = Object.entries(content)
  const type = status.startsWith('2') && schema !== undefined ? ` ${typeHtml(schema)}` : ''
  return `<tr><td><code>${status}</code></td><td>${linkCodes(renderInline(description))}${type}</td></tr>`
}

function responsesHtml({ responses, summary }: Operation): string {
  const rows = Object.entries(responses).map(responseRow).join('\n')
  const example = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json']?.example)
    .find((value) => value !== undefined)
  const shown =
    example === undefined
      ? ''
      : `<details class="example"><summary>Example response<span class="visually-hidden"> of: ${escapeHtml(summary)}</span></summary>${codeBlock(JSON.stringify(example, null, 2), 'json')}</details>`
  return `<h3>Responses</h3><div class="table" tabindex="0" role="group" aria-label="Responses of: ${escapeHtml(summary)}"><table><thead><tr><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>${shown}`
}

/** The place of the form that tries a call, which a script fills and shows. */
function trialHtml(placed: PlacedOperation, request: SampleRequest): string {
  const trial = trialOf(placed, request)
  if (trial === undefined) return ''
  const label = `Try it<span class="visually-hidden">: ${escapeHtml(placed.operation.summary)}</span>`
  return `<details class="trial" data-trial="${escapeHtml(JSON.stringify(trial))}" hidden><summary>${label}</summary></details>`
}

function samplesHtml(placed: PlacedOperation): string {
  const found = samplesOf(placed)
  if (found === undefined) return `<p>${reasonWithoutSamples(placed) ?? ''}</p>`
  const panels = found.samples.map(
    ({ title, language, code }) =>
      `<div data-sample="${language}"><p class="sample-title">${title}</p>${codeBlock(code, language)}</div>`,
  )
  return `<div class="samples" data-samples aria-label="Samples of: ${escapeHtml(placed.operation.summary)}">${panels.join('\n')}</div>\n${trialHtml(placed, found.request)}`
}

/** A call of the API as a part of a page. */
export function operationHtml(placed: PlacedOperation, schemas: Schemas): string {
  const { method, path, operation } = placed
  return `<section class="operation">
<h2 id="${operation.operationId}">${escapeHtml(operation.summary)}</h2>
<p class="call"><span class="method method-${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></p>
${operation.description === undefined ? '' : renderBlock(operation.description)}
<p class="callers">${callersHtml(operation)}</p>
${samplesHtml(placed)}
${parametersHtml(operation)}
${bodyHtml(operation, schemas)}
${responsesHtml(operation)}
</section>
`
}
