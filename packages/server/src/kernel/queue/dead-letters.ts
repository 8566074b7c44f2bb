import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../caller.ts'
import { type CommitDependencies, commit } from '../commit.ts'
import type { Dependencies } from '../dependencies.ts'
import { deadLetterKey, deadLettersRange } from '../keys.ts'
import { type Listed, listPage, type Page } from '../paging.ts'
import type { Item, Store } from '../ports/store.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { type ConsumerName, type Task, taskAttributes, taskFromItem, taskItem } from './task.ts'

/** A task that was given up. */
export interface DeadLetter {
  readonly task: Task
  readonly diedAtEpochSeconds: number
}

/** Where a dead letter is named: the consumer and the task. */
export const deadLetterId = (task: Pick<Task, 'consumer' | 'id'>): string =>
  `${task.consumer}.${task.id}`

/** The item of a task that was given up, in its account. */
export const deadLetterItem = (task: Task, diedAtEpochSeconds: number): Item => ({
  ...deadLetterKey(task.event.accountId, task.consumer, task.id),
  ...taskAttributes(task),
  diedAtEpochSeconds,
})

const deadLetterFromItem = (item: Item): DeadLetter => ({
  task: taskFromItem(item),
  diedAtEpochSeconds: item.diedAtEpochSeconds as number,
})

/** Lists the dead letters of the caller's account, all or those of one consumer. */
export const listDeadLetters = (
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  filter: { readonly consumer?: ConsumerName | undefined },
  page: Page,
): Promise<Listed<DeadLetter>> =>
  listPage(
    deps.store,
    deadLettersRange(caller.accountId, filter.consumer),
    page,
    deadLetterFromItem,
  )

/** Reads the dead letters of all accounts, by reading the whole store; for operators alone. */
export async function* allDeadLetters(store: Store): AsyncGenerator<DeadLetter> {
  for await (const items of store.scan()) {
    for (const item of items) {
      const { accountId, consumer, taskId } = item
      const key = deadLetterKey(String(accountId), String(consumer), String(taskId))
      if (item.PK === key.PK && item.SK === key.SK) yield deadLetterFromItem(item)
    }
  }
}

/**
 * Puts a dead letter back into its queue, as if it had never been tried. It is due since it was last
 * due, whatever clock the servers go by.
 */
export async function redriveDeadLetter(
  deps: CommitDependencies,
  caller: Caller<DeadLetter>,
  id: string,
): Promise<Result<DeadLetter, Refusal>> {
  const dot = id.indexOf('.')
  const key = deadLetterKey(caller.accountId, id.slice(0, dot), id.slice(dot + 1))
  const item = dot < 1 ? undefined : await deps.store.get(key, { consistent: true })
  if (item === undefined) return notFound('dead_letter', id)
  const letter = deadLetterFromItem(item)
  const { lastError: _, ...task } = letter.task
  const fresh: Task = { ...task, failedAttempts: 0 }
  const committed = await commit(
    deps,
    caller,
    [
      { kind: 'delete-if-version', key, version: letter.task.version },
      { kind: 'put-if-absent', item: taskItem(fresh) },
    ],
    letter,
  )
  if (committed.kind === 'done') return ok(letter)
  if (committed.kind === 'refused') return { ok: false, refusal: committed.refusal }
  return notFound('dead_letter', id)
}
