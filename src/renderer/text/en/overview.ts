export const overview = {
  title: 'overview',
}
