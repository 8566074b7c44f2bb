import { type Booker, ToolRefusal, type Tools } from './tools.ts'

/** What the person wants. */
export interface Wish {
  /** The title of the event type. */
  readonly title: string
  /** The first and the last day to look at, YYYY-MM-DD, the last one exclusive. */
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly booker: Booker
}

/** The person at the other end. */
export interface Person {
  tell(text: string): void
  /** Resolves with the answer. */
  ask(question: string): Promise<string>
}

const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer.trim())

/**
 * Finds a time, holds it, and confirms it only if the person agrees. Each proposal is held before it is made, so it
 * cannot be lost while the person thinks. Resolves with the id of the booking, or undefined if no time was
 * wanted.
 */
export async function arrange(
  tools: Tools,
  wish: Wish,
  person: Person,
): Promise<string | undefined> {
  const { title, booker, ...range } = wish
  const eventType = (await tools.listEventTypes()).find((each) => each.title === title)
  if (eventType === undefined) {
    person.tell(`There is no "${title}" to book.`)
    return undefined
  }
  const slots = await tools.searchAvailability({ eventTypeId: eventType.id, ...range })
  for (const { start, localStart } of slots) {
    const held = await tools.hold({ eventTypeId: eventType.id, start, booker }).catch(skipTaken)
    if (held === undefined) continue
    if (isYes(await person.ask(`${title} at ${localStart}: shall I book it?`))) {
      await tools.confirm(held.id)
      person.tell(`Booked ${held.id}.`)
      return held.id
    }
    await tools.release(held.id)
  }
  person.tell('No other time is free.')
  return undefined
}

/** Somebody was faster: the next time may be free. */
function skipTaken(error: unknown): undefined {
  if (error instanceof ToolRefusal && error.code === 'slot_taken') return undefined
  throw error
}
