/* Shows the OpenAPI document of the API that served this page. */
const { base } = document.body.dataset;

window.SwaggerUIBundle({
  url: `${base}/openapi.json`,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
