import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { invalidate } from '../other-tabs.ts'
import { go } from '../router.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { localZone } from '../zoned.ts'
import { intentMessages } from './intent-messages.ts'
import { HOUSE_PLAN } from './intents.ts'
import { nothingMade, setUpHouse } from './set-up.ts'
import { StepDialog } from './step-dialog.tsx'

/** Sets up a guest house with two rooms, then shows it. */
export function HouseIntentDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages(intentMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(t.guestHouse)
  const made = useRef(nothingMade(undefined))
  const create = async () => {
    const setUp = { name: name.trim(), title: t.room, roomName: t.roomName, timeZone: localZone() }
    try {
      await setUpHouse(setUp, made.current)
    } finally {
      await invalidate(client, 'properties', 'providers', 'event-types', 'agenda')
    }
    toast({ title: t.done })
    go('/properties')
  }
  return (
    <StepDialog
      title={t.dialogTitle(t.intents.guestHouse)}
      label={t.create}
      onSubmit={create}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label={t.houseName}
            isRequired
            value={name}
            error={errors.name}
            onChange={setName}
          />
          <p>{t.rooms(HOUSE_PLAN.rooms.length)}</p>
        </>
      )}
    </StepDialog>
  )
}
