import { mountPage } from '../shared/mount-page.tsx'
import { ownBookingsTranslations } from './languages.ts'
import { OwnBookingsPage } from './own-bookings-page.tsx'

mountPage(<OwnBookingsPage />, ownBookingsTranslations)
