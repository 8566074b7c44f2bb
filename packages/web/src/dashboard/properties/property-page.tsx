import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { api, ifMatch, type Property, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { providersQuery } from '../queries.ts'
import { go, Link } from '../router.tsx'
import { Confirm } from '../ui/confirm.tsx'
import form from '../ui/form-page.module.css'
import { Empty, Page, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { useToast } from '../ui/toasts.tsx'
import { FirstTypeDialog } from './first-type-dialog.tsx'
import { HouseToday } from './house-today.tsx'
import { propertyMessages } from './messages.ts'
import { PropertyDialog } from './property-dialog.tsx'
import { propertiesQuery } from './property-queries.ts'
import { UnitDialog } from './unit-dialog.tsx'
import { UnitRow } from './unit-row.tsx'

/** The link back to the list of houses. */
export function BackToProperties() {
  const t = useMessages(propertyMessages)
  return (
    <p className={form.back}>
      <Link to="/properties">‹ {t.title}</Link>
    </p>
  )
}

/** The page of one house: its units and what guests can book in them. */
export default function PropertyPage({ id }: { readonly id: string }) {
  const t = useMessages(propertyMessages)
  const properties = useQuery(propertiesQuery)
  return (
    <QueryView query={properties}>
      {(all) => {
        const property = all.find((each) => each.id === id)
        return property ? (
          <House property={property} />
        ) : (
          <Page title={t.title} back={<BackToProperties />}>
            <Empty title={t.notFoundTitle} />
          </Page>
        )
      }}
    </QueryView>
  )
}

type Open =
  | { readonly kind: 'edit' | 'delete' | 'addUnit' }
  | { readonly kind: 'editUnit' | 'deleteUnit' | 'addType'; readonly unit: Provider }

function House({ property }: { readonly property: Property }) {
  const t = useMessages(propertyMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const providers = useQuery(providersQuery)
  const [open, setOpen] = useState<Open>()
  const { name, address, checkInTime, checkOutTime } = property
  const times = t.times(format.wallTime(checkInTime), format.wallTime(checkOutTime))
  return (
    <Page
      title={name}
      lead={[address, times].filter(Boolean).join(' · ')}
      back={<BackToProperties />}
      actions={
        <>
          {property.unitIds.length === 0 && (
            <Button onClick={() => setOpen({ kind: 'delete' })}>{common.delete}</Button>
          )}
          {property.unitIds.length > 0 && (
            <ButtonLink href={`/stays/${property.id}`} target="_blank" rel="noopener">
              {t.searchPage}
            </ButtonLink>
          )}
          <Button onClick={() => setOpen({ kind: 'edit' })}>{common.edit}</Button>
        </>
      }
    >
      {property.unitIds.length > 0 && <HouseToday property={property} />}
      <Section
        title={t.units}
        lead={t.unitsLead}
        actions={
          <Button kind="primary" onClick={() => setOpen({ kind: 'addUnit' })}>
            {t.addUnit}
          </Button>
        }
      >
        <QueryView query={providers}>
          {(all) => {
            const units = all.filter(({ id }) => property.unitIds.includes(id))
            return units.length === 0 ? (
              <p>{t.noUnits}</p>
            ) : (
              <Rows label={t.units}>
                {units.map((unit) => (
                  <UnitRow key={unit.id} unit={unit} onOpen={(kind) => setOpen({ kind, unit })} />
                ))}
              </Rows>
            )
          }}
        </QueryView>
      </Section>
      <OpenDialog property={property} open={open} setOpen={setOpen} />
    </Page>
  )
}

interface OpenDialogProps {
  readonly property: Property
  readonly open: Open | undefined
  readonly setOpen: Dispatch<SetStateAction<Open | undefined>>
}

function OpenDialog({ property, open, setOpen }: OpenDialogProps) {
  const t = useMessages(propertyMessages)
  const client = useQueryClient()
  const toast = useToast()
  // A dialog that was followed by another one closes nothing.
  const close = () => setOpen((now) => (now === open ? undefined : now))
  const remove = async () => {
    const params = { path: { id: property.id }, header: ifMatch(property) }
    await unwrap(api.DELETE('/v1/properties/{id}', { params }))
    toast({ title: t.deleted })
    go('/properties')
    await invalidate(client, 'properties')
  }
  const removeUnit = async (unit: Provider) => {
    const params = { path: { id: unit.id }, header: ifMatch(unit) }
    await unwrap(api.DELETE('/v1/providers/{id}', { params }))
    toast({ title: t.deleted })
    await invalidate(client, 'providers', 'properties', 'event-types')
  }
  switch (open?.kind) {
    case undefined:
      return null
    case 'edit':
      return <PropertyDialog property={property} onClose={close} />
    case 'delete':
      return <Delete name={property.name} text={t.deleteText} onConfirm={remove} onClose={close} />
    case 'addUnit':
      // What guests can book in the unit is asked next.
      return (
        <UnitDialog
          property={property}
          onSaved={(unit) => setOpen({ kind: 'addType', unit })}
          onClose={close}
        />
      )
    case 'editUnit':
      return <UnitDialog property={property} unit={open.unit} onClose={close} />
    case 'deleteUnit':
      return (
        <Delete
          name={open.unit.name}
          text={t.unitDelete}
          onConfirm={() => removeUnit(open.unit)}
          onClose={close}
        />
      )
    case 'addType':
      return <FirstTypeDialog unit={open.unit} onClose={close} />
  }
}

interface DeleteProps {
  readonly name: string
  readonly text: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

function Delete({ name, text, onConfirm, onClose }: DeleteProps) {
  const t = useMessages(propertyMessages)
  const common = useMessages(commonMessages)
  return (
    <Confirm
      title={t.deleteTitle(name)}
      label={common.delete}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{text}</p>
    </Confirm>
  )
}
