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
    from: (day, time) => `${day}, desde las ${time}`,
    by: (day, time) => `${day}, hasta las ${time}`,
    zone: (city) => `Todas las horas son la hora local de ${city}.`,
    who: 'Reservado por',
    event: (house) => `Estancia en ${house}`,
    begun: 'Su estancia ya ha comenzado, por lo que no puede cambiarla aquí.',
    move: 'Cambiar las fechas',
    moveTitle: 'Elija nuevas fechas',
    moveNote: 'Conserva sus noches hasta que se reserven las nuevas.',
    moveYes: (arrival, departure) => `Cambiar la estancia: ${arrival} – ${departure}`,
    keepDates: 'Mantener mis fechas',
    moved: 'Fechas cambiadas',
    movedNote: 'Le enviaremos la nueva invitación de calendario por correo electrónico.',
    notFreeTitle: 'Estas fechas no son posibles',
    notFree:
      'Algunas noches se acaban de ocupar o las condiciones han cambiado. Elija otras fechas.',
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
