import { ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, systemCaller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import { photoCountKey, photoSizeKey } from '../keys.ts'
import { getPhoto } from './read-photos.ts'
import { type UploadedPhoto, uploadedPhotoEntity } from './uploaded-photo.ts'

const UNUSED_SECONDS = 24 * 60 * 60

/** The second at which a photo is removed that nothing uses from now on. */
export const removalFromNow = ({ clock }: Pick<Dependencies, 'clock'>): number =>
  epochSeconds(clock) + UNUSED_SECONDS

/** The write of the task that removes a photo if nothing uses it until then. */
export const removalTask = (
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  { accountId, id, version }: UploadedPhoto,
): Write =>
  ownTaskWrite(
    deps,
    'schedule',
    {
      type: 'photo.unused',
      accountId,
      resourceId: id,
      resourceVersion: version,
      data: {},
    },
    UNUSED_SECONDS * 1000,
  )

/** Removes a photo that nothing has used for a day. Does nothing if it was used meanwhile: its next task comes later. */
export async function removeUnusedPhoto(
  deps: Dependencies,
  { accountId, resourceId }: DomainEvent,
): Promise<void> {
  const caller = systemCaller(accountId, 'schedule')
  const read = () => getPhoto(deps, caller, resourceId)
  await decideOn(caller, `photo ${resourceId}`, read, async (photo) => {
    const { removeAtEpochSeconds } = photo
    const isDue =
      removeAtEpochSeconds !== undefined && removeAtEpochSeconds <= epochSeconds(deps.clock)
    return isDue ? await commitOrConflict(deps, caller, removal(photo), undefined) : ok(undefined)
  })
}

/** Deletes a photo that nothing uses. */
export function deletePhoto(
  deps: Dependencies,
  caller: Caller<undefined>,
  photoId: string,
): Promise<Result<undefined, Refusal>> {
  const read = () => getPhoto(deps, caller, photoId)
  return decideOn(caller, `photo ${photoId}`, read, async (photo) => {
    const { userIds } = photo
    if (userIds.length > 0) return refuse({ code: 'photo_in_use', photoId, userIds })
    return await commitOrConflict(deps, caller, removal(photo), undefined)
  })
}

/** A list that names the photo from now on replaces its item, so one of the two transactions fails. */
const removal = (photo: UploadedPhoto): Readonly<Record<string, Write>> => ({
  photo: uploadedPhotoEntity.remove(photo),
  count: { kind: 'count-release', key: photoCountKey(photo.accountId), amount: 1 },
  ...Object.fromEntries(
    photo.sizes.map(({ widthPixels }): [string, Write] => [
      `size ${widthPixels}`,
      { kind: 'delete', key: photoSizeKey(photo.id, widthPixels) },
    ]),
  ),
})
