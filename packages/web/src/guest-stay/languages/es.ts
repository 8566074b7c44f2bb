import shared from '../../shared/languages/es.ts'
import type { GuestStayTranslations } from '../translations.ts'

export default {
  ...shared,
  guestStay: {
    title: 'Su estancia',
    status: {
      confirmed: 'Confirmada',
      cancelled: 'Cancelada',
    },
    arrival: 'Llegada',
    departure: 'Salida',
    who: 'Reservado por',
    event: (house) => `Estancia en ${house}`,
    begun: 'Su estancia ya ha comenzado, por lo que no puede cambiarla aquí.',
    move: 'Cambiar las fechas',
    moved: 'Fechas cambiadas',
    movedNote: 'Le enviaremos la nueva invitación de calendario por correo electrónico.',
    cancel: 'Cancelar la estancia',
    cancelTitle: '¿Cancelar esta estancia?',
    cancelNote: 'Otras personas podrán reservar estas noches. Esta acción no se puede deshacer.',
    keep: 'Mantener la estancia',
    cancelYes: 'Sí, cancelar la estancia',
    cancelled: 'Estancia cancelada',
    changedTitle: 'Su estancia ha cambiado',
    changed: 'Estos son los datos actuales.',
    again: 'Reservar otra estancia',
    goneTitle: 'Esta estancia se ha cancelado',
    gone: 'Sus noches vuelven a estar disponibles.',
    linkTitle: 'Este enlace no funciona',
    link: 'Puede que esté incompleto. Ábralo de nuevo desde su correo electrónico o copie el enlace entero.',
  },
} satisfies GuestStayTranslations
