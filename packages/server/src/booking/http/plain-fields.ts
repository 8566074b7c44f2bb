import type { PublicEventType } from '@holdfast/contracts'
import type { z } from '@hono/zod-openapi'
import { escapeHtml } from '../../kernel/escape-html.ts'
import type { PlainWords } from './plain-words.ts'

/** An event type as the public API shows it. */
export type PlainOffer = z.infer<typeof PublicEventType>
/** The values of the form as they were sent. */
export type PlainForm = URLSearchParams

type Question = PlainOffer['questions'][number]
type Place = PlainOffer['locations'][number]

const answerName = (id: string): string => `answer-${id}`

const INPUT_TYPES: Readonly<Partial<Record<Question['kind'], string>>> = {
  number: 'number',
  date: 'date',
  phone: 'tel',
  email: 'email',
  url: 'url',
}

function placeText(words: PlainWords, { kind, label, address, phone }: Place): string {
  if (label !== null) return label
  switch (kind) {
    case 'in_person':
      return address ?? words.text('location.inPerson')
    case 'phone':
      return phone === null
        ? words.text('location.callYou')
        : words.text('location.callNumber', phone)
    case 'link':
      return words.text('location.link')
    case 'google_meet':
      return words.text('location.googleMeet')
    case 'teams':
      return words.text('location.teams')
    case 'ask_booker':
      return words.text('location.askBooker')
  }
}

/** Whether one of the places needs a phone number or an address of the booker. */
const needsPhone = ({ locations }: PlainOffer): boolean =>
  locations.some(({ kind, phone }) => kind === 'phone' && phone === null)
const needsPlace = ({ locations }: PlainOffer): boolean =>
  locations.some(({ kind }) => kind === 'ask_booker')

/** The fields of the form, with the values that were sent. */
export function plainFields(
  words: PlainWords,
  offer: PlainOffer,
  form: PlainForm,
  wrong: ReadonlySet<string>,
): string {
  const field = (
    name: string,
    label: string,
    control: (attributes: string) => string,
    hint = '',
  ): string => {
    const error = wrong.has(name) ? words.text('details.notAccepted') : ''
    const about = [hint, error].filter(Boolean).join(' ')
    const attributes = `id="${name}" name="${name}"${about ? ` aria-describedby="${name}-about"` : ''}${error ? ' aria-invalid="true"' : ''}`
    return `<label for="${name}" dir="auto">${escapeHtml(label)}</label>${about ? `<small id="${name}-about">${escapeHtml(about)}</small>` : ''}${control(attributes)}`
  }
  const input = (type: string, name: string, isRequired: boolean) => (attributes: string) =>
    `<input type="${type}" ${attributes}${isRequired ? ' required' : ''} dir="auto" value="${escapeHtml(form.get(name) ?? '')}">`
  const area = (name: string, isRequired: boolean) => (attributes: string) =>
    `<textarea ${attributes}${isRequired ? ' required' : ''} dir="auto" rows="3">${escapeHtml(form.get(name) ?? '')}</textarea>`
  const [onePlace] = offer.locations
  const several = offer.locations.length > 1
  return [
    field('name', words.text('details.name'), input('text', 'name', true)),
    field(
      'email',
      words.text('details.email'),
      input('email', 'email', true),
      words.text('steps.emailHint'),
    ),
    several
      ? field('location', words.text('extras.where'), (attributes) =>
          selectOf(
            attributes,
            offer.locations.map((place, index) => [`${index}`, placeText(words, place)]),
            form.get('location') ?? '0',
          ),
        )
      : onePlace
        ? `<p dir="auto">${escapeHtml(placeText(words, onePlace))}</p>`
        : '',
    needsPlace(offer)
      ? field('place', words.text('extras.place'), input('text', 'place', !several))
      : '',
    needsPhone(offer)
      ? field(
          'phone',
          words.text('extras.phone'),
          input('tel', 'phone', !several),
          words.text('extras.phoneHint'),
        )
      : '',
    ...offer.questions.map((question) =>
      questionField(words, question, form, { field, input, area }),
    ),
    field('note', words.text('details.note'), area('note', false)),
  ]
    .filter(Boolean)
    .join('\n')
}

const selectOf = (
  attributes: string,
  options: readonly (readonly [string, string])[],
  chosen: string,
): string =>
  `<select ${attributes}>${options
    .map(
      ([value, label]) =>
        `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(label)}</option>`,
    )
    .join('')}</select>`

interface Controls {
  readonly field: (name: string, label: string, control: (attributes: string) => string) => string
  readonly input: (
    type: string,
    name: string,
    isRequired: boolean,
  ) => (attributes: string) => string
  readonly area: (name: string, isRequired: boolean) => (attributes: string) => string
}

function questionField(
  words: PlainWords,
  { id, kind, label, required, options, optionTexts }: Question,
  form: PlainForm,
  { field, input, area }: Controls,
): string {
  const name = answerName(id)
  const title = required ? label : words.text('extras.optional', label)
  const texts = optionTexts?.[words.language]
  const shown = (options ?? []).map((each, index) => [each, texts?.[index] ?? each] as const)
  switch (kind) {
    case 'long_text':
      return field(name, title, area(name, required))
    case 'select':
      return field(name, title, (attributes) =>
        selectOf(
          `${attributes}${required ? ' required' : ''}`,
          [['', words.text('extras.choose')], ...shown],
          form.get(name) ?? '',
        ),
      )
    case 'multi_select': {
      const chosen = new Set(form.getAll(name))
      const boxes = shown.map(
        ([each, text]) =>
          `<label class="check" dir="auto"><input type="checkbox" name="${name}" value="${escapeHtml(each)}"${chosen.has(each) ? ' checked' : ''}> ${escapeHtml(text)}</label>`,
      )
      return `<fieldset><legend dir="auto">${escapeHtml(title)}</legend>${boxes.join('')}</fieldset>`
    }
    case 'checkbox':
      return `<label class="check" dir="auto"><input type="checkbox" name="${name}" value="yes"${required ? ' required' : ''}${form.has(name) ? ' checked' : ''}> ${escapeHtml(title)}</label>`
    default:
      return field(name, title, input(INPUT_TYPES[kind] ?? 'text', name, required))
  }
}

function answerOf({ id, kind }: Question, form: PlainForm): readonly [string, unknown] | undefined {
  const values = form.getAll(answerName(id)).filter((value) => value.trim() !== '')
  const [value] = values
  if (value === undefined) return undefined
  if (kind === 'checkbox') return [id, true]
  if (kind === 'multi_select') return [id, values]
  return [id, kind === 'number' ? Number(value) : value.trim()]
}

/** What was chosen before the form. */
export interface PlainChoice {
  readonly duration?: string | undefined
  readonly providerId?: string | undefined
}

/** The body of the booking that a form means, as the public API takes it. */
export function bodyOfForm(
  offer: PlainOffer,
  { duration, providerId }: PlainChoice,
  form: PlainForm,
  locale: string,
): object {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const option = Number(text('location') || '0')
  const place = offer.locations[option]
  const answers = offer.questions.flatMap((question) => {
    const answer = answerOf(question, form)
    return answer ? [answer] : []
  })
  const isCalled = place?.kind === 'phone' && place.phone === null
  return {
    eventTypeId: offer.id,
    start: text('start'),
    ...(duration !== undefined && { durationMinutes: Number(duration) }),
    ...(providerId !== undefined && { providerId }),
    booker: {
      name: text('name'),
      email: text('email'),
      locale,
      ...(isCalled && { phone: text('phone') }),
    },
    ...(text('note') && { note: text('note') }),
    ...(offer.locations.length > 0 && {
      location: { option, ...(place?.kind === 'ask_booker' && { value: text('place') }) },
    }),
    ...(answers.length > 0 && { answers: Object.fromEntries(answers) }),
  }
}

/** The field of the form that an error of the API is about. */
export function fieldOfPointer(pointer: string): string {
  const [first = '', second = ''] = pointer.split('/').slice(1)
  if (first === 'booker') return second
  if (first === 'answers') return answerName(second)
  if (first === 'location') return second === 'value' ? 'place' : 'location'
  return first
}
