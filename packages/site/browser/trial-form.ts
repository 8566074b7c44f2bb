import { basePathOf } from '../src/content/base-path.ts'
import type { Trial, TrialField } from '../src/reference/trial.ts'
import { type Answer, callOf, textOf } from './trial-call.ts'

const KEY = 'holdfast-docs-key'

/** The key that the reader entered last, until the tab is closed. */
function recallKey(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function rememberKey(key: string): void {
  try {
    sessionStorage.setItem(KEY, key)
  } catch {
    // Without storage, the reader enters it for each call.
  }
}

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  members: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), members)

/** A label and its control, below each other. */
function labelled(label: string, control: HTMLElement): HTMLLabelElement {
  const box = element('label')
  box.append(element('span', { textContent: label }), control)
  return box
}

function inputOf({ value, example, isRequired }: TrialField): HTMLInputElement {
  return element('input', {
    type: 'text',
    value,
    placeholder: example,
    required: isRequired,
    autocomplete: 'off',
    spellcheck: false,
  })
}

/** Where the response is shown. Screen readers announce its first line alone. */
interface Output {
  readonly status: HTMLElement
  readonly block: HTMLElement
}

function makeOutput(): Output {
  const status = element('p', { className: 'trial-status' })
  status.setAttribute('role', 'status')
  return { status, block: element('div', { className: 'code', hidden: true }) }
}

function showAnswer({ status, block }: Output, { summary }: Trial, answer: Answer): void {
  status.textContent = answer.title
  const code = element('code', { textContent: textOf(answer) })
  const pre = element('pre', { tabIndex: 0 })
  pre.setAttribute('role', 'region')
  // The pages have a region for each call that was tried.
  pre.ariaLabel = `Response to: ${summary}`
  pre.append(code)
  block.replaceChildren(pre)
  block.hidden = false
}

/** Puts the form of a call into its place, and sends the call when the reader asks for it. */
export function showTrial(details: HTMLDetailsElement): void {
  // The cast: the build of the site writes it.
  const trial = JSON.parse(details.dataset.trial ?? '') as Trial
  const index = document.querySelector<HTMLElement>('[data-search]')?.dataset.index ?? ''
  const form = element('form')
  const key = element('input', { type: 'password', value: recallKey(), autocomplete: 'off' })
  const inputs = trial.fields.map((field) => ({ field, input: inputOf(field) }))
  const body = element('textarea', { value: trial.body?.text ?? '', rows: 10, spellcheck: false })
  if (trial.needsKey) form.append(labelled('Key or token', key))
  for (const { field, input } of inputs) {
    form.append(labelled(`${field.name} (${field.in})`, input))
  }
  if (trial.body) form.append(labelled(`Body (${trial.body.mediaType})`, body))
  const note = trial.method === 'GET' ? '' : 'This can change data on this server.'
  const button = element('button', { type: 'submit', textContent: 'Send', className: 'send' })
  const actions = element('p', { className: 'trial-actions' })
  actions.append(button, element('span', { textContent: note }))
  const output = makeOutput()
  form.append(actions)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    rememberKey(key.value)
    button.disabled = true
    const values = inputs.map(({ field, input }) => ({ ...field, value: input.value.trim() }))
    const answer = await callOf(trial, values, {
      origin: `${location.origin}${basePathOf(index)}`,
      key: trial.needsKey ? key.value.trim() : '',
      body: body.value,
    })
    showAnswer(output, trial, answer)
    button.disabled = false
    button.focus()
  })
  details.append(form, output.status, output.block)
}
