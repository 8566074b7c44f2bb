import { reportHeight } from '../shared/embed-height.ts'
import { mountPage } from '../shared/mount-page.tsx'
import { BookingPage } from './booking-page.tsx'

mountPage(<BookingPage />)
reportHeight()
