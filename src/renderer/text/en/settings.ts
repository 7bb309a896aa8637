export const settings = {
  title: 'settings',
}
